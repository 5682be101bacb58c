import assert from "node:assert/strict";
import { signal as cell } from "@preact/signals";
import {
  addressesOf,
  enrich,
} from "../../../../lib/egress/browser/enrichment.ts";
import { noResponse, scriptedFetch } from "./fetches.ts";
import { candidate, found, resolver } from "../view/reports.ts";
import { reportWith } from "./reports.ts";
import samples from "./enrichment.json" with { type: "json" };

const exit = { ip: "8.8.8.8", family: 4 } as const;
const running = { state: "running" } as const;

const resolversOf = (count: number) =>
  found([...Array(count).keys()].map((i) => resolver(`9.9.9.${i}`)));

/** Describes addresses like the server, and records the batches. */
function describing(onBatch: (count: number) => void = () => {}) {
  const batches: string[][] = [];
  const { fetch, calls } = scriptedFetch((_, { body }) => {
    const { ips } = JSON.parse(String(body)) as { ips: string[] };
    batches.push(ips);
    onBatch(batches.length);
    const network = {
      kind: "hosting",
      tunnel: null,
      public_dns: "Nine",
      uncertain_country: null,
      is_country_sure: true,
      is_registered: true,
      unchecked: ["tor"],
    };
    const networks = ips.map(() => network);
    return Response.json({ rows: ips.map(recordOf), networks });
  });
  return { fetch, calls, batches };
}

function recordOf(ip: string) {
  return {
    ip,
    geo: {
      country: "Testland",
      country_code: "ZZ",
      region_name: "",
      city: "",
      latitude: 1.5,
      longitude: null,
    },
    network: { org: "Org", asn: 64500, as_org: "" },
  };
}

type Deps = Parameters<typeof enrich>[0];

/** Enriches a report, by default without limits and without waiting. */
const enriching = (
  deps: Partial<Deps> & Pick<Deps, "fetch" | "report">,
  { signal } = new AbortController(),
) =>
  enrich({
    language: "zh",
    gatherMs: 0,
    onRateLimited: () => assert.fail("not limited"),
    ...deps,
  }, signal);

Deno.test("addressesOf - returns each public address once", () => {
  const report = reportWith({
    resolvers: resolversOf(1),
    candidates: found([
      ...["192.168.1.7", "8.8.4.4"].map((address) => candidate(address)),
      candidate("x.local", { isHidden: true }),
    ]),
    sites: [{ url: "https://one.test/", probe: found({ exit }) }],
  });
  report.exits.v4 = found(exit);
  report.exits.dual = found(exit);
  assert.deepEqual(addressesOf(report), ["8.8.8.8", "8.8.4.4", "9.9.9.0"]);
});

Deno.test("enrich - requests each address once, sixteen at a time", async () => {
  const report = cell(reportWith({ resolvers: resolversOf(20) }));
  const { fetch, calls, batches } = describing();
  await enriching({ fetch, report });
  assert.deepEqual(batches.map(({ length }) => length), [16, 4]);
  assert.equal(calls[0].url, "/api/egress/enrich?lang=zh");
  assert.equal(calls[0].init.method, "POST");
  assert.equal(Object.keys(report.value.places).length, 20);
  assert.deepEqual(report.value.places["9.9.9.3"], samples.place);
});

Deno.test("enrich - continues while a probe runs, and keeps earlier places", async () => {
  const first = { resolvers: resolversOf(1), candidates: running };
  const report = cell(reportWith(first));
  const { fetch, batches } = describing((count) => {
    const candidates = { state: "none" } as const;
    const resolvers = resolversOf(2);
    if (count === 1) report.value = { ...report.value, resolvers, candidates };
  });
  await enriching({ fetch, report });
  assert.deepEqual(batches, [["9.9.9.0"], ["9.9.9.1"]]);
  await enriching({ fetch, report });
  assert.equal(batches.length, 2);
  assert.equal(report.value.resolvers.value?.length, 2);
});

Deno.test("enrich - does not repeat a failed request in the same run", async () => {
  const report = cell(reportWith({ resolvers: resolversOf(1) }));
  const { fetch, calls } = scriptedFetch(noResponse);
  await enriching({ fetch, report });
  assert.equal(calls.length, 1);
  assert.deepEqual(report.value.places, {});
});

Deno.test("enrich - ends with the time to wait after too many requests", async () => {
  const report = cell(reportWith({ resolvers: resolversOf(20) }));
  const headers = { "retry-after": "40" };
  const { fetch, calls } = scriptedFetch(() =>
    new Response(null, { status: 429, headers })
  );
  const waits: number[] = [];
  const onRateLimited = (seconds: number) => waits.push(seconds);
  await enriching({ fetch, report, onRateLimited });
  assert.deepEqual(waits, [40]);
  assert.equal(calls.length, 1);
});

Deno.test("enrich - stops even if a probe has not ended", async () => {
  const report = cell(reportWith({ candidates: running }));
  const controller = new AbortController();
  const { fetch, calls } = describing();
  const ending = enriching({ fetch, report, gatherMs: 100_000 }, controller);
  controller.abort();
  await ending;
  assert.equal(calls.length, 0);
});

Deno.test("enrich - gives up on a server that does not respond", async () => {
  const report = cell(reportWith({ resolvers: resolversOf(20) }));
  const { fetch, calls } = scriptedFetch((_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    })
  );
  await enriching({ fetch, report, timeoutMs: 1 });
  assert.equal(calls.length, 2);
  assert.deepEqual(report.value.places, {});
});
