import { withDeadline } from "../../core/deadline.ts";
import { type Caller, INTERNAL_CLIENT } from "../../core/fair_queue.ts";
import { describeError, type Log } from "../../core/log.ts";
import { MIN_MIDDLE_CHARACTERS } from "./chunk.ts";
import { type Match, parseCursor } from "./cursor.ts";
import {
  type Edge,
  type IndexRow,
  normalizeName,
  type SearchKind,
} from "./edge.ts";
import { EdgeWriter } from "./edge_writer.ts";
import { IndexFile } from "./index_file.ts";
import type { IndexRead, IndexResults } from "./index_worker.ts";
import { IndexOffError, IndexUnavailableError } from "./index_thread.ts";
import type { IndexPage, RangeRequest } from "./reader.ts";
import type { IndexSize } from "./schema.ts";
import type { IndexLimits } from "./writer.ts";

export { MIN_MIDDLE_CHARACTERS } from "./chunk.ts";
export { InvalidCursorError, type Match } from "./cursor.ts";
export type { Edge, EdgeKind, IndexRow, SearchKind } from "./edge.ts";
export { IndexOffError, IndexUnavailableError } from "./index_thread.ts";
export { type IndexPage, MAX_TOTAL } from "./reader.ts";
export type { IndexSize } from "./schema.ts";

export interface DnsIndexOptions extends Partial<IndexLimits> {
  /** Path of the SQLite file. Its folder is created if missing. Related files have the same prefix. */
  readonly path: string;
  /** Whether there is no folder to keep it in: nothing is added, and searches fail. */
  readonly isOff?: boolean;
  readonly now: () => number;
  readonly log: Pick<Log, "warn" | "info">;
  /** Timeout of a search. */
  readonly timeoutMs?: number;
}

/** A search by name. The client is by default the service itself. */
export interface IndexSearch extends Partial<Caller> {
  readonly kind: SearchKind;
  /** Plain text without wildcards; the case of ASCII letters is ignored. */
  readonly keyword: string;
  /** `middle` is anywhere in the name, including its start and end. */
  readonly match: Match;
  /** The `next` of the previous page; null for the first page. */
  readonly after: string | null;
  readonly limit?: number;
}

/**
 * The names and addresses that lookups have seen, in one SQLite file, which is
 * opened on demand.
 *
 * Pagination is stable: a row that exists throughout a search is on exactly one
 * page, whatever is added in the meantime.
 */
export class DnsIndex {
  /** Whether nothing is added, and searches fail. */
  readonly isOff: boolean;
  readonly #file: IndexFile;
  readonly #edges: EdgeWriter;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #log: DnsIndexOptions["log"];
  #closed: Promise<void> | undefined;

  /** Opens no file yet. */
  constructor(
    {
      path,
      isOff = false,
      now,
      log,
      maxRows = 5_000_000,
      // Twice the size of five million typical names.
      maxBytes = 2 * 1024 ** 3,
      timeoutMs = 10_000,
    }: DnsIndexOptions,
  ) {
    this.isOff = isOff;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#log = log;
    const file = this.#file = new IndexFile({
      path,
      limits: { maxRows, maxBytes },
      now,
      onMovedAside: (reason, aside) =>
        log.warn(
          "the DNS index cannot be used and was moved aside; a new one was created",
          {
            reason,
            path: aside,
          },
        ),
    });
    this.#edges = new EdgeWriter({
      write: (batch) => file.write(batch),
      onLoss: (reason) =>
        log.warn("the DNS index cannot be written; new entries are lost", {
          reason: describeError(reason),
        }),
      onRecovery: () => log.info("the DNS index is written again"),
    });
  }

  /**
   * Queues edges for writing, as seen today. Known edges keep the time at which
   * they were first seen. Invalid addresses and names are dropped, and so are all
   * edges while the queue is full.
   */
  add(edges: readonly Edge[]): void {
    if (this.#closed || this.isOff) return;
    const nowMs = this.#now();
    // The day alone: the exact time could reveal who looked up a name.
    this.#edges.add(edges, nowMs - nowMs % DAY_MS);
  }

  /** Writes all queued edges. Never rejects. */
  flush(): Promise<void> {
    return this.#edges.flush();
  }

  /** The number of rows and bytes. @throws {IndexUnavailableError} */
  size(signal?: AbortSignal): Promise<IndexSize> {
    return this.#read({ type: "size" }, { signal });
  }

  /**
   * A page of the rows whose name matches, sorted by name (left), by reversed name
   * (right), or with the newest row first (middle).
   *
   * @throws {RangeError} the keyword is empty or too long, or too short for `middle`
   * @throws {InvalidCursorError} `after` is not a cursor of this search
   * @throws {IndexUnavailableError}
   */
  async search(
    { kind, keyword, match, after, limit = 100, ...caller }: IndexSearch,
  ): Promise<IndexPage> {
    const pattern = { kind, match, keyword: checkedKeyword(keyword, match) };
    const position = after === null ? null : parseCursor(pattern, after);
    const request = { pattern, after: position, limit };
    return await this.#read({ type: "page", request }, caller);
  }

  /**
   * PTR and address rows of an address range, sorted by address, then in the
   * order in which they were added.
   *
   * @throws {IndexUnavailableError}
   */
  byAddress(
    { first, last, limit, ...caller }: RangeRequest & Partial<Caller>,
  ): Promise<IndexRow[]> {
    const request = { first, last, limit };
    return this.#read({ type: "range", request }, caller);
  }

  /** Writes all queued edges, as far as the timeout allows, closes the file and ends the threads. Never rejects. */
  close(): Promise<void> {
    return this.#closed ??= withDeadline(this.#timeoutMs, async () => {
      await this.#edges.flush();
      await this.#file.close();
    }).catch((reason) =>
      this.#log.warn("the DNS index could not be closed", {
        reason: describeError(reason),
      })
    ).finally(() => this.#file.end());
  }

  async #read<Type extends keyof IndexResults>(
    request: IndexRead<Type>,
    { client = INTERNAL_CLIENT, signal }: Partial<Caller>,
  ): Promise<IndexResults[Type]> {
    if (this.#closed) throw new IndexUnavailableError("The index is closed.");
    if (this.isOff) throw new IndexOffError("There is no index.");
    try {
      return await withDeadline(
        this.#timeoutMs,
        (limited) => this.#file.read(request, { client, signal: limited }),
        signal,
      );
    } catch (cause) {
      if (!(cause instanceof DOMException) || signal?.aborted) throw cause;
      throw new IndexUnavailableError(cause.message, { cause });
    }
  }
}

const DAY_MS = 86_400_000;

function checkedKeyword(text: string, match: Match): string {
  const keyword = normalizeName(text);
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
