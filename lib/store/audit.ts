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

const auditEntry = z.object({
  atMs: z.number().nonnegative(),
  /** The `name` of an actor. */
  actor: z.string(),
  /** Whose account that is, whatever its e-mail address has become; null for the command line. */
  actorId: z.string().nullable().default(null),
  action: z.enum(AUDIT_ACTIONS),
  /** What it was done to: an e-mail address, a block of addresses. */
  subject: z.string(),
  /** What was changed, in words; empty where the action says it all. */
  detail: z.string(),
});

/** One thing that an administrator did. */
export type AuditEntry = z.infer<typeof auditEntry>;

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
  entry: AuditEntry,
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
