import { z } from "zod";
import { auditKey, auditPrefix } from "./keys.ts";
import type { Store } from "./store.ts";

/** Who carries out what only administrators may. */
export interface Actor {
  /** The administrator's e-mail address, or `command line`. */
  name: string;
  /** Null for the command line. */
  accountId: string | null;
}

/** Everything that is recorded. */
export const AUDIT_ACTIONS = [
  "account.add",
  "account.admin",
  "account.tier",
  "account.disable",
  "account.enable",
  "account.email",
  "account.password",
  "account.delete",
  "token.create",
  "token.revoke",
  "ban.add",
  "ban.lift",
  "fields.set",
] as const;

export type AuditAction = typeof AUDIT_ACTIONS[number];

/** Which fields of the home page were switched on and off. */
const switched = z.strictObject({
  shown: z.array(z.string()),
  hidden: z.array(z.string()),
});

const noParams = z.strictObject({});

/** What was changed, with the parameters of each code. */
const auditDetails = {
  "administrator": noParams,
  "admin-granted": noParams,
  "admin-revoked": noParams,
  "tier": z.strictObject({
    tier: z.string(),
    /** Requests of a token a month; null where the tier says it. */
    quota: z.number().nullable(),
  }),
  "new-email": z.strictObject({ email: z.string() }),
  "token-name": z.strictObject({ name: z.string() }),
  "manual-ban": z.strictObject({
    /** Null: until it is lifted. */
    untilMs: z.number().nullable(),
    reason: z.string(),
  }),
  "automatic-ban": noParams,
  "unreadable-ban": noParams,
  "fields": z.strictObject({ guest: switched, member: switched }),
} as const;

export type AuditDetailCode = keyof typeof auditDetails;

export type AuditDetailParams<C extends AuditDetailCode> = z.infer<
  typeof auditDetails[C]
>;

/** What was changed, as data: the administration puts it in words. */
export type AuditDetail = {
  [C in AuditDetailCode]: { code: C; params: AuditDetailParams<C> };
}[AuditDetailCode];

const auditDetail = z.custom<AuditDetail>((value) => {
  const { code, params } = z.strictObject({
    code: z.string(),
    params: z.unknown(),
  }).safeParse(value).data ?? {};
  return code !== undefined && Object.hasOwn(auditDetails, code) &&
    auditDetails[code as AuditDetailCode].safeParse(params).success;
});

const auditEntry = z.object({
  atMs: z.number().nonnegative(),
  /** The `name` of an actor. */
  actor: z.string(),
  /** Whose account that is, whatever its e-mail address has become; null for the command line. */
  actorId: z.string().nullable().default(null),
  action: z.enum(AUDIT_ACTIONS),
  /** What it was done to: an e-mail address, a block of addresses. */
  subject: z.string(),
  /** Null where the action says it all; a sentence in entries of an earlier version. */
  detail: z.union([auditDetail, z.string(), z.null()]),
});

/** One thing that an administrator did. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** An entry to record. */
export type NewAuditEntry = AuditEntry & { detail: AuditDetail | null };

export interface AuditPage {
  /** The latest first. */
  entries: AuditEntry[];
  /** Where the next page begins; null on the last one. */
  next: string | null;
}

export interface AuditOptions {
  store: Store;
  /** Milliseconds since the epoch. */
  now: () => number;
  maxEntries?: number;
}

/** A year can be looked back on, and the weeks it takes to do so. */
const maxAgeMs = 400 * 86_400_000;
/** Deno KV takes up to 1000 mutations in a commit. */
const deletionSize = 500;

/**
 * Records an action in the commit that carries it out: neither is kept without the other.
 *
 * @param options.id tells entries of the same millisecond apart
 */
export function addAudit(
  operation: Deno.AtomicOperation,
  entry: NewAuditEntry,
  { id }: { id: string },
): void {
  operation.set(auditKey(entry.atMs, id), entry, { expireIn: maxAgeMs });
}

/** What administrators did, as far back as it is kept: 400 days, 10,000 entries. */
export class Audit {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #maxEntries: number;

  constructor({ store, now, maxEntries = 10_000 }: AuditOptions) {
    this.#store = store;
    this.#now = now;
    this.#maxEntries = maxEntries;
  }

  /**
   * A page of entries. Records of another shape are left out.
   *
   * @param page.before the `next` of the page before; anything else begins with the latest
   * @throws {AppError} 503
   */
  async list(
    { before, limit }: { before: string | null; limit: number },
  ): Promise<AuditPage> {
    const prefix = auditPrefix();
    const end = before === null ? null : keyOfCursor(before);
    const entries: AuditEntry[] = [];
    let last: string | null = null;
    for await (
      const { key, value } of this.#store.list(
        end === null ? { prefix } : { prefix, end },
        { reverse: true, batchSize: Math.min(limit + 1, deletionSize) },
      )
    ) {
      const cursor = cursorOfKey(key);
      const entry = auditEntry.safeParse(value).data;
      if (cursor === null || entry === undefined) continue;
      if (entries.length === limit) return { entries, next: last };
      entries.push(entry);
      last = cursor;
    }
    return { entries, next: null };
  }

  /** Deletes what is too old or too much. @throws {AppError} 503 */
  async trim(): Promise<void> {
    const oldestMs = this.#now() - maxAgeMs;
    const surplus: Deno.KvKey[] = [];
    let kept = 0;
    for await (
      const { key } of this.#store.list(
        { prefix: auditPrefix() },
        { reverse: true, batchSize: deletionSize },
      )
    ) {
      const [, atMs] = key;
      const isKept = kept < this.#maxEntries && typeof atMs === "number" &&
        atMs >= oldestMs;
      if (isKept) kept++;
      else surplus.push(key);
    }
    for (let i = 0; i < surplus.length; i += deletionSize) {
      const operation = this.#store.atomic();
      for (const key of surplus.slice(i, i + deletionSize)) {
        operation.delete(key);
      }
      await this.#store.commit(operation);
    }
  }
}

function cursorOfKey(key: Deno.KvKey): string | null {
  const [, atMs, id] = key;
  return key.length === 3 && typeof atMs === "number" &&
      Number.isSafeInteger(atMs) && typeof id === "string"
    ? `${atMs}.${id}`
    : null;
}

function keyOfCursor(cursor: string): Deno.KvKey | null {
  const [, atMs, id] = /^(\d{1,16})\.(.{1,200})$/s.exec(cursor) ?? [];
  return id === undefined ? null : auditKey(Number(atMs), id);
}
