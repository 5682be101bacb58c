import { withDeadline } from "../../core/deadline.ts";
import { type Caller, type ClientKey, OWN_CLIENT } from "../../core/caller.ts";
import { describeError, type Log } from "../../core/log.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { MIN_MIDDLE_CHARACTERS } from "./chunk.ts";
import { type Match, parseCursor } from "./cursor.ts";
import type { Edge, IndexRow, SearchKind } from "./edge.ts";
import { EdgeWriter } from "./edge_writer.ts";
import { IndexFile } from "./index_file.ts";
import { IndexUnavailableError } from "./index_thread.ts";
import type { IndexPage } from "./reader.ts";
import { storedName } from "./stored_edge.ts";
import type { IndexSize } from "./schema.ts";

export { MIN_MIDDLE_CHARACTERS } from "./chunk.ts";
export { InvalidCursorError, type Match } from "./cursor.ts";
export type { Edge, EdgeKind, IndexRow, SearchKind } from "./edge.ts";
export { IndexUnavailableError } from "./index_thread.ts";
export { type IndexPage, MAX_TOTAL } from "./reader.ts";
export type { IndexSize } from "./schema.ts";

export interface DnsIndexOptions {
  /** The file; its folder is made where there is none. Files beside it begin with the same name. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Log, "warn" | "info">;
  /** Beyond this many, the edges that were seen least recently leave. */
  readonly maxRows?: number;
  /** What the file grows to, at most. */
  readonly maxBytes?: number;
  /** How long an answer may take. */
  readonly timeoutMs?: number;
}

export interface IndexSearch {
  readonly kind: SearchKind;
  /** Compared as text, ASCII letters without their case; no character has a meaning of its own. */
  readonly keyword: string;
  /** `middle`: anywhere in the name, at its ends as well. */
  readonly match: Match;
  /** The `next` of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit?: number;
  /** On whose behalf; the service's own, unless told. */
  readonly client?: ClientKey;
  readonly signal?: AbortSignal;
}

export interface AddressRange {
  readonly first: IpAddress;
  readonly last: IpAddress;
  readonly limit: number;
  /** On whose behalf; the service's own, unless told. */
  readonly client?: ClientKey;
  readonly signal?: AbortSignal;
}

/**
 * The names and addresses that lookups have seen, in one SQLite file.
 *
 * The file is opened when it is first needed. A row that was there all the time
 * is on exactly one page of a search, whatever is added meanwhile.
 */
export class DnsIndex {
  readonly #file: IndexFile;
  readonly #edges: EdgeWriter;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #log: DnsIndexOptions["log"];
  #closed: Promise<void> | undefined;

  private constructor(
    {
      path,
      now,
      log,
      maxRows = 5_000_000,
      // Twice what five million usual names take.
      maxBytes = 2 * 1024 ** 3,
      timeoutMs = 10_000,
    }: DnsIndexOptions,
  ) {
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#log = log;
    const file = this.#file = new IndexFile({
      path,
      limits: { maxRows, maxBytes },
      now,
      onSetAside: (reason, aside) =>
        log.warn("The DNS index was set aside, a new one is begun.", {
          reason,
          path: aside,
        }),
    });
    this.#edges = new EdgeWriter({
      write: (batch) => file.write(batch),
      onLoss: (reason) =>
        log.warn("The DNS index loses edges.", {
          reason: describeError(reason),
        }),
      onRecovery: () => log.info("The DNS index is written again."),
    });
  }

  static open(options: DnsIndexOptions): DnsIndex {
    return new DnsIndex(options);
  }

  /**
   * Has edges written soon, as seen on this day. Known ones keep the time at which they
   * were first seen. What is no address or too long for a name is left out, and
   * so is everything while the index cannot keep up.
   */
  add(edges: readonly Edge[]): void {
    if (!this.#closed) this.#edges.add(edges, startOfDay(this.#now()));
  }

  /** Writes what was added before. Never rejects. */
  flush(): Promise<void> {
    return this.#edges.flush();
  }

  /** @throws {IndexUnavailableError} */
  size(signal?: AbortSignal): Promise<IndexSize> {
    return this.#ask((caller) => this.#file.size(caller), { signal });
  }

  /**
   * A page of the rows whose name matches: by name (left), by the name read
   * from its end (right), from the last that was added (middle).
   *
   * @throws {RangeError} the keyword is empty or too long, or too short for the middle
   * @throws {InvalidCursorError} `after` is no cursor of this search
   * @throws {IndexUnavailableError} the index cannot answer
   */
  async search(
    { kind, keyword, match, after, limit = 100, ...caller }: IndexSearch,
  ): Promise<IndexPage> {
    const pattern = { kind, match, keyword: checkedKeyword(keyword, match) };
    const position = after === null ? null : parseCursor(pattern, after);
    return await this.#ask(
      (caller) => this.#file.page({ pattern, after: position, limit }, caller),
      caller,
    );
  }

  /**
   * PTR and address rows of the addresses from first to last, by address, then
   * in the order in which they were added.
   *
   * @throws {IndexUnavailableError} the index cannot answer
   */
  byAddress(
    { first, last, limit, ...caller }: AddressRange,
  ): Promise<IndexRow[]> {
    return this.#ask(
      (caller) => this.#file.byAddress({ first, last, limit }, caller),
      caller,
    );
  }

  /** Writes what was added, for a limited time, closes the file and ends the threads. Never rejects. */
  close(): Promise<void> {
    return this.#closed ??= withDeadline(this.#timeoutMs, async () => {
      await this.#edges.flush();
      await this.#file.close();
    }).catch((reason) =>
      this.#log.warn("The DNS index could not be closed.", {
        reason: describeError(reason),
      })
    ).finally(() => this.#file.end());
  }

  async #ask<T>(
    work: (caller: Caller) => Promise<T>,
    { client = OWN_CLIENT, signal }: Partial<Caller>,
  ): Promise<T> {
    if (this.#closed) throw new IndexUnavailableError("The index is closed.");
    try {
      return await withDeadline(
        this.#timeoutMs,
        (limited) => work({ client, signal: limited }),
        signal,
      );
    } catch (cause) {
      if (!(cause instanceof DOMException) || signal?.aborted) throw cause;
      throw new IndexUnavailableError(cause.message, { cause });
    }
  }
}

/** Which hour it was says who looked something up, to whoever knows who was there. */
function startOfDay(timeMs: number): number {
  return timeMs - timeMs % DAY_MS;
}

const DAY_MS = 86_400_000;

function checkedKeyword(text: string, match: Match): string {
  const keyword = storedName(text);
  if (keyword === null) {
    throw new RangeError("The keyword is empty or longer than a name.");
  }
  if (
    match === "middle" && Array.from(keyword).length < MIN_MIDDLE_CHARACTERS
  ) {
    throw new RangeError(
      `The keyword has fewer than ${MIN_MIDDLE_CHARACTERS} characters.`,
    );
  }
  return keyword;
}
