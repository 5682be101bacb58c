import * as z from "zod";
import { auditKey, auditPrefix } from "./keys.ts";
import { deleteByPrefix, type Store } from "./store.ts";

/** The administrator or the command line that performs an action. */
export interface Actor {
  /** The administrator's e-mail address, or `command line`. */
  name: string;
  /** Null for the command line. */
  accountId: string | null;
}

/** The actor of everything that is done on the command line. */
export const COMMAND_LINE: Actor = { name: "command line", accountId: null };

/** The actor of changes that variables such as `ADMIN_EMAIL` cause. */
export const CONFIGURATION: Actor = { name: "configuration", accountId: null };

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
  "data.update",
] as const;

export type AuditAction = typeof AUDIT_ACTIONS[number];

/** Fields of the home page that were switched on and off. */
const switched = z.strictObject({
  shown: z.array(z.string()),
  hidden: z.array(z.string()),
});

const noParams = z.strictObject({});

/** Details of the changes, by code, with their parameters. */
const auditDetails = {
  "administrator": noParams,
  "admin-granted": noParams,
  "admin-revoked": noParams,
  "tier": z.strictObject({
    tier: z.string(),
    /** Requests per token and month; null for the tier's default. */
    quota: z.number().nullable(),
  }),
  /** Many accounts at once. */
  "accounts": z.strictObject({ count: z.number() }),
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

type AuditDetailCode = keyof typeof auditDetails;

export type AuditDetailParams<C extends AuditDetailCode> = z.infer<
  typeof auditDetails[C]
>;

/** Details of a change as data. The administration pages format them. */
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
  /** The actor's account, even if its e-mail address has changed since; null for the command line. */
  actorId: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  /** The target: an e-mail address or a CIDR. */
  subject: z.string(),
  /** Null if the action says everything. */
  detail: auditDetail.nullable(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

export interface NewAuditEntry
  extends Pick<AuditEntry, "atMs" | "action" | "subject"> {
  by: Actor;
  /** By default, the action says everything. */
  detail?: AuditDetail | null;
}

interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[];
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}

interface AuditOptions {
  store: Store;
  now: () => number;
  maxEntries?: number;
}

/** A year, and a few weeks to review it. */
const maxAgeMs = 400 * 86_400_000;
/** Entries that are read at a time. */
const readSize = 500;

/**
 * Adds an audit entry to the commit that performs the action, so that neither is stored without the other.
 *
 * @param id distinguishes entries of the same millisecond
 */
export function addAudit(
  operation: Deno.AtomicOperation,
  { atMs, by, action, subject, detail = null }: NewAuditEntry,
  id: string,
): void {
  const entry: AuditEntry = {
    atMs,
    actor: by.name,
    actorId: by.accountId,
    action,
    subject,
    detail,
  };
  operation.set(auditKey(atMs, id), entry, { expireIn: maxAgeMs });
}

/** The audit log: up to 400 days and 10,000 entries. */
export class Audit {
  readonly #options: Required<AuditOptions>;

  constructor({ store, now, maxEntries = 10_000 }: AuditOptions) {
    this.#options = { store, now, maxEntries };
  }

  /**
   * A page of entries. Malformed records are left out.
   *
   * @param page.before the `next` of the previous page; with any other value the list starts with the newest
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
      const { key, value } of this.#options.store.list(
        end === null ? { prefix } : { prefix, end },
        { reverse: true, batchSize: Math.min(limit + 1, readSize) },
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

  /**
   * Records an action that changes nothing else in the store.
   *
   * @throws {AppError} 503
   */
  async record(action: AuditAction, subject: string, by: Actor): Promise<void> {
    const operation = this.#options.store.atomic();
    const atMs = this.#options.now();
    addAudit(operation, { atMs, by, action, subject }, action);
    await this.#options.store.commit(operation);
  }

  /** Deletes entries beyond the maximum age or number. @throws {AppError} 503 */
  async deleteExpired(): Promise<void> {
    const oldestMs = this.#options.now() - maxAgeMs;
    let keptCount = 0;
    const isKept = ([, atMs]: Deno.KvKey) => {
      const isYoung = typeof atMs === "number" && atMs >= oldestMs;
      return isYoung && ++keptCount <= this.#options.maxEntries;
    };
    const options = { isKept, reverse: true };
    await deleteByPrefix(this.#options.store, auditPrefix(), options);
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
