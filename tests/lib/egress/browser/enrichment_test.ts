import assert from "node:assert/strict";
import { signal as cell } from "@preact/signals";
import {
  addressesOf,
  enrich,
} from "../../../../lib/egress/browser/enrichment.ts";
import type { EgressReport } from "../../../../lib/egress/view/report.ts";
import { scriptedFetch } from "./fetches.ts";
import { reportWith } from "./reports.ts";
import samples from "./enrichment.json" with { type: "json" };

const exit = { ip: "8.8.8.8", family: 4 } as const;
const running = { state: "running" } as const;

function resolversOf(count: number): EgressReport["resolvers"] {
  const value = Array.from({ length: count }, (_, i) => ({
    ip: `9.9.9.${i}`,
    family: 4 as const,
    protocol: "udp" as const,
    subnet: null,
  }));
  return { state: "found", value };
}

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
      is_registered: true,
      unchecked: ["tor"],
    };
    return Response.json({
      rows: ips.map(recordOf),
      networks: ips.map(() => network),
    });
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

const fail = () => assert.fail("not limited");

Deno.test("addressesOf - returns each public address once", () => {
  const report = reportWith({
    resolvers: resolversOf(1),
    candidates: {
      state: "found",
      value: ["192.168.1.7", "8.8.4.4", "x.local"].map((address) => ({
        type: "host",
        protocol: "udp",
        address,
        port: 1,
        isHidden: address === "x.local",
      })),
    },
    sites: [{
      url: "https://one.test/",
      probe: { state: "found", value: { exit } },
    }],
  });
  report.exits.v4 = { state: "found", value: exit };
  report.exits.dual = { state: "found", value: exit };
  assert.deepEqual(addressesOf(report), ["8.8.8.8", "8.8.4.4", "9.9.9.0"]);
});

Deno.test("enrich - requests each address once, sixteen at a time", async () => {
  const report = cell(reportWith({ resolvers: resolversOf(20) }));
  const { fetch, calls, batches } = describing();
  await enrich(
    { fetch, report, language: "zh", gatherMs: 0, onRateLimited: fail },
    new AbortController().signal,
  );
  assert.deepEqual(batches.map(({ length }) => length), [16, 4]);
  assert.equal(calls[0].url, "/api/egress/enrich?lang=zh");
  assert.equal(calls[0].init.method, "POST");
  assert.equal(Object.keys(report.value.places).length, 20);
  assert.deepEqual(report.value.places["9.9.9.3"], samples.place);
});

Deno.test("enrich - continues while a probe runs, and keeps earlier places", async () => {
  const report = cell(
    reportWith({ resolvers: resolversOf(1), candidates: running }),
  );
  const { fetch, batches } = describing((count) => {
    if (count > 1) return;
    report.value = {
      ...report.value,
      resolvers: resolversOf(2),
      candidates: { state: "none" },
    };
  });
  const parts = {
    fetch,
    report,
    language: "zh" as const,
    gatherMs: 0,
    onRateLimited: fail,
  };
  await enrich(parts, new AbortController().signal);
  assert.deepEqual(batches, [["9.9.9.0"], ["9.9.9.1"]]);
  await enrich(parts, new AbortController().signal);
  assert.equal(batches.length, 2);
  assert.equal(report.value.resolvers.value?.length, 2);
});

Deno.test("enrich - does not repeat a failed request in the same run", async () => {
  const report = cell(reportWith({ resolvers: resolversOf(1) }));
  const { fetch, calls } = scriptedFetch(() => {
    throw new TypeError("Failed to fetch");
  });
  await enrich(
    { fetch, report, language: "zh", gatherMs: 0, onRateLimited: fail },
    new AbortController().signal,
  );
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
  await enrich({
    fetch,
    report,
    language: "zh",
    gatherMs: 0,
    onRateLimited: (seconds) => waits.push(seconds),
  }, new AbortController().signal);
  assert.deepEqual(waits, [40]);
  assert.equal(calls.length, 1);
});

Deno.test("enrich - stops even if a probe has not ended", async () => {
  const report = cell(reportWith({ candidates: running }));
  const controller = new AbortController();
  const { fetch, calls } = describing();
  const enriching = enrich(
    { fetch, report, language: "zh", gatherMs: 100_000, onRateLimited: fail },
    controller.signal,
  );
  controller.abort();
  await enriching;
  assert.equal(calls.length, 0);
});

Deno.test("enrich - gives up on a server that does not respond", async () => {
  const report = cell(reportWith({ resolvers: resolversOf(20) }));
  const { fetch, calls } = scriptedFetch((_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    })
  );
  await enrich({
    fetch,
    report,
    language: "zh",
    gatherMs: 0,
    timeoutMs: 1,
    onRateLimited: fail,
  }, new AbortController().signal);
  assert.equal(calls.length, 2);
  assert.deepEqual(report.value.places, {});
});
