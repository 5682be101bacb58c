import {
  type DnsIndex,
  type Edge,
  type IndexPage,
  type IndexRow,
  type IndexSearch,
  IndexUnavailableError,
  InvalidCursorError,
} from "../../../lib/dns/index/dns_index.ts";
import type { LookupIndex } from "../../../lib/lookup/lookup_deps.ts";
import { compareIp, parseIp } from "../../../lib/net/ip_address.ts";

/** An index in memory that keeps insertion order. */
export class MemoryIndex implements LookupIndex {
  readonly rows: IndexRow[] = [];
  readonly searches: IndexSearch[] = [];
  /** Whether all calls fail. */
  isDown = false;
  readonly #now: () => number;

  constructor(now: () => number = () => 0) {
    this.#now = now;
  }

  add(edges: readonly Edge[]) {
    const seenMs = this.#now();
    for (const { kind, name, value } of edges.flatMap(formsOf)) {
      const known = this.rows.findIndex((row) =>
        row.kind === kind && row.name === name && row.value === value
      );
      const firstSeenMs = this.rows[known]?.firstSeenMs ?? seenMs;
      const row = { kind, name, value, firstSeenMs, lastSeenMs: seenMs };
      this.rows.splice(known < 0 ? this.rows.length : known, 1, row);
    }
  }

  /** Edges can be found only after a flush. */
  flushes = 0;

  flush() {
    this.flushes++;
    return Promise.resolve();
  }

  size() {
    return this.#respond(() => ({ rows: this.rows.length, bytes: 0 }));
  }

  search(query: IndexSearch): Promise<IndexPage> {
    return this.#respond(() => {
      this.searches.push(query);
      const { kind, keyword, match, after, limit = 100 } = query;
      const fits = {
        left: (name: string) => name.startsWith(keyword),
        middle: (name: string) => name.includes(keyword),
        right: (name: string) => name.endsWith(keyword),
      }[match];
      const all = this.rows.filter((row) =>
        row.kind === kind && fits(row.name)
      );
      const start = Number(after ?? 0);
      if (Number.isNaN(start)) throw new InvalidCursorError("no number");
      const end = start + limit;
      return {
        rows: all.slice(start, end),
        next: end < all.length ? String(end) : null,
        total: all.length,
      };
    });
  }

  byAddress(
    { first, last, limit }: Parameters<DnsIndex["byAddress"]>[0],
  ): Promise<IndexRow[]> {
    return this.#respond(() =>
      this.rows.filter(({ kind, value }) => {
        const ip = parseIp(value);
        return kind !== "cname" && kind !== "alias" && ip !== null &&
          compareIp(first, ip) <= 0 &&
          compareIp(ip, last) <= 0;
      }).slice(0, limit)
    );
  }

  #respond<T>(response: () => T): Promise<T> {
    return Promise.try(() => {
      if (this.isDown) throw new IndexUnavailableError("it is down");
      return response();
    });
  }
}

/** Like the real index, stores a CNAME under both of its names. */
function formsOf(edge: Edge): Pick<IndexRow, "kind" | "name" | "value">[] {
  const { kind, name, value } = edge;
  return kind === "cname"
    ? [edge, { kind: "alias", name: value, value: name }]
    : [edge];
}
