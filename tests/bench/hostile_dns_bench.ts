import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { ResultTable } from "../../components/lookup/LookupPage.tsx";
import { ScanStep } from "../../components/lookup/ScanTable.tsx";
import {
  type Message,
  readMessage,
  recordsFor,
} from "../../lib/dns/message.ts";
import { ptrOutcome } from "../../lib/dns/ptr_outcome.ts";
import { EdgeQueue } from "../../lib/dns/index/edge_writer.ts";
import { LookupService } from "../../lib/lookup/lookup_service.ts";
import { parseDnsQuery } from "../../lib/lookup/dns_query.ts";
import type { Envelope } from "../../lib/lookup/envelope.ts";
import type { LookupDeps } from "../../lib/lookup/lookup_deps.ts";
import { groupByAddress } from "../../lib/lookup/scan/network_scan.ts";
import { lookupView } from "../../lib/lookup/result_view.ts";
import { encodeQuestion, type RecordType } from "../../lib/dns/question.ts";
import { nameToWire } from "../../lib/dns/wire_name.ts";
import { client } from "../support/caller.ts";
import { HOSTILE_KINDS, hostileResponse } from "../lib/dns/hostile_messages.ts";
import { MemoryIndex } from "../lib/lookup/memory_index.ts";

/**
 * Measures how long hostile DNS responses block the main thread:
 *
 *     deno run -A tests/bench/hostile_dns_bench.ts
 *
 * Each piece of work runs within one turn of the event loop; no request may block
 * the thread for longer than 20 ms. The minimum of several runs counts, because the
 * machine can slow down the others.
 */

const LIMIT_MS = 20;
const RUNS = 30;

function report(what: string, times: readonly number[]) {
  const least = Math.min(...times);
  const verdict = least < LIMIT_MS ? "" : `  more than ${LIMIT_MS} ms`;
  console.log(
    `${what.padEnd(52)} ${least.toFixed(1).padStart(7)} ms${verdict}`,
  );
}

/** Times uninterrupted work. */
function time(what: string, work: () => unknown) {
  report(
    what,
    Array.from({ length: RUNS }, () => {
      const startMs = performance.now();
      work();
      return performance.now() - startMs;
    }),
  );
}

function queryFor(name: string, type: RecordType): Uint8Array {
  const wireName = nameToWire(name)!;
  return encodeQuestion({ id: 7, wireName, type, withEdns: true });
}

const read = (kind: string): Message | null => {
  try {
    return readMessage(hostileResponse(queryFor("a.test", "A"), kind));
  } catch {
    return null;
  }
};

for (const kind of HOSTILE_KINDS) {
  const bytes = hostileResponse(queryFor("a.test", "A"), kind);
  time(`response of ${kind}: read`, () => {
    try {
      const message = readMessage(bytes);
      for (const type of ["A", "CNAME", "TXT"] as const) {
        recordsFor(type, message);
      }
      ptrOutcome(message);
    } catch {
      // It is refused.
    }
  });
}

/** Every question is answered by the same kind of response. */
function clientOf(kind: string): LookupDeps["client"] {
  const message = read(kind);
  const records = message?.records ?? [];
  const pointers = read("long names by pointers")?.records ?? [];
  const names = ptrOutcome({
    name: "a.test",
    records: pointers,
    negativeTtlSeconds: null,
  }).names;
  return {
    isValidating: () => Promise.resolve(null),
    query: (_name, type) =>
      Promise.resolve({
        rcode: "NOERROR",
        records: type === "PTR" ? pointers : records,
        isCut: true,
        isAuthentic: false,
        extendedErrors: [],
        server: "9.9.9.9",
        elapsedMs: 1,
      }),
    async *queryPtr(ips) {
      for await (const ip of ips) yield { ip, names };
    },
  };
}

/**
 * Runs a lookup whose responses are available at once, so that all its work is done
 * in one turn.
 */
async function run(kind: string, input: string, dnsType: string) {
  const lookup = new LookupService({
    client: clientOf(kind),
    index: new MemoryIndex(),
    now: Date.now,
  });
  const query = parseDnsQuery({ input, dnsType, side: null });
  const { signal } = new AbortController();
  const startMs = performance.now();
  const envelope = await lookup.run(query, { client, signal });
  return { envelope, ms: performance.now() - startMs };
}

const envelopes: [what: string, envelope: Envelope][] = [];
for (const kind of ["addresses", "long names by pointers", "aliases"]) {
  const cases = [["a.test", "dns_lookup"], ["9.9.9.9", "rdns_lookup"]];
  for (const [input, type] of cases) {
    const times: number[] = [];
    for (let i = 0; i < RUNS; i++) {
      const { envelope, ms } = await run(kind, input, type);
      times.push(ms);
      if (i === 0) envelopes.push([`${type} of ${kind}`, envelope]);
    }
    report(`${type} of ${kind}: all of it`, times);
  }
}
const samples = [["9.0.0.0/20", "rdns_scan"], ["9.0.0.0/22", "ip_domains"]];
for (const [input, type] of samples) {
  const { envelope } = await run("long names by pointers", input, type);
  envelopes.push([`${type} of long names`, envelope]);
}
for (const [what, envelope] of envelopes) {
  time(`${what}: JSON`, () => JSON.stringify(envelope));
  time(`${what}: page`, () => {
    for (const table of lookupView(envelope).tables) {
      renderToString(h(ResultTable, { table }));
    }
  });
}

const [longName = ""] = ptrOutcome(read("long names by pointers")!).names;
const rows = Array.from({ length: 4_096 }, (_, i) => ({
  ip: `9.0.${i >> 8}.${i & 255}`,
  hostname: `${i}.${longName}`,
}));
time(
  "step of a scan: page",
  () => renderToString(h(ScanStep, { rows, scanned: 1, total: 2 })),
);
time("batch for the index", () => {
  const queue = new EdgeQueue();
  queue.add(
    rows.map(({ ip, hostname }) => ({
      kind: "ptr",
      name: hostname,
      value: ip,
    })),
    0,
  );
  JSON.stringify(queue.take());
});

const many = Array.from({ length: 16_384 }, (_, i) => ({
  ip: `9.0.${(i * 31 >> 8) & 3}.${i * 31 & 255}`,
  domain: `n${i}.test`,
}));
time("16,384 rows in their order", () => groupByAddress(many).flat());
