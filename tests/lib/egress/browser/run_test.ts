import assert from "node:assert/strict";
import { signal as cell } from "@preact/signals";
import {
  type RunDeps,
  runProbes,
  runWebRtc,
  startedReport,
} from "../../../../lib/egress/browser/run.ts";
import {
  type EgressReport,
  type EgressSetup,
  emptyReport,
} from "../../../../lib/egress/view/report.ts";
import { candidate, scripted } from "./fake_peer.ts";
import { noResponse, scriptedFetch } from "./fetches.ts";
import { placeOf } from "../view/reports.ts";
import { fullSetup, reportWith } from "./reports.ts";

const here = placeOf("203.0.113.7", {});

function partsOf(
  response: (url: string) => Response | Promise<Response>,
  setup: EgressSetup = { ...fullSetup, probeZone: null },
  origin = "https://main.test",
) {
  const report = cell(startedReport(setup, emptyReport(setup), 1));
  const waits: number[] = [];
  const parts: RunDeps = {
    setup,
    report,
    page: { origin, protocol: new URL(origin).protocol },
    fetch: scriptedFetch(response).fetch,
    now: () => 0,
    nonce: "abcdefghij0123456789",
    isCspBlocked: () => Promise.resolve(false),
    onRateLimited: (seconds) => waits.push(seconds),
  };
  const { signal } = new AbortController();
  return { parts, report, waits, run: () => runProbes(parts, signal) };
}

const v4 = { ip: "203.0.113.7", family: 4 };
const v6 = { ip: "2001:db8::7", family: 6 };
const found = (value: unknown) => ({ state: "found", value, elapsedMs: 0 });

Deno.test("startedReport - starts what can run, and keeps places", () => {
  const before = { ...emptyReport(fullSetup), places: { [here.ip]: here } };
  const setup = {
    ...fullSetup,
    v6Origin: null,
    hasV6NameServer: false,
    sites: ["https://one.test/"],
  };
  const [running, idle] = [{ state: "running" }, { state: "idle" }];
  const missing = { state: "not_configured" };
  const exits = { v4: running, dual: running, large: running };
  assert.deepEqual(startedReport(setup, before, 1234), {
    startedAtMs: 1234,
    exits: { ...exits, v6: missing, literal: running },
    resolvers: running,
    resolversV6: missing,
    sites: [{ url: "https://one.test/", probe: running }],
    candidates: idle,
    natMapping: missing,
    nat64: idle,
    places: { [here.ip]: here },
  });
});

Deno.test("runProbes - ends each probe in its own state", async () => {
  const { report, run } = partsOf((url) => {
    if (url.startsWith("https://v4.test/")) return Response.json(v4);
    if (url.startsWith("https://[2001:db8::1]/")) return Response.json(v6);
    if (url === "https://main.test/api/egress/exit") return Response.json(v6);
    if (url === "https://one.test/") return new Response("203.0.113.7");
    return noResponse();
  });
  await run();
  const failed = { state: "failed", elapsedMs: 0 };
  assert.deepEqual(report.value.exits, {
    v4: found(v4),
    // Its host is known to exist.
    v6: { state: "none", elapsedMs: 0 },
    dual: found(v6),
    large: failed,
    literal: found(v6),
  });
  assert.deepEqual(report.value.resolvers, { state: "not_configured" });
  assert.deepEqual(report.value.sites, [
    { url: "https://one.test/", probe: found({ exit: v4 }) },
    { url: "https://two.test/", probe: failed },
  ]);
});

Deno.test("runProbes - probes resolvers over the page's scheme", async () => {
  const setup = { ...fullSetup, sites: [] };
  const resolver = { ...v6, protocol: "udp", subnet: null };
  const urls: string[] = [];
  const { report, run } = partsOf(
    (url) => {
      urls.push(url);
      if (!url.startsWith("/api/egress/dns/")) return noResponse();
      return Response.json({ resolvers: [{ ...resolver, via_v6_only: true }] });
    },
    setup,
    "http://main.test",
  );
  await run();
  assert.deepEqual(report.value.resolvers, found([resolver]));
  assert.deepEqual(report.value.resolversV6, found([resolver]));
  assert(urls.includes("http://abcdefghij0123456789.probe.test/favicon.svg"));
});

Deno.test("runProbes - blocks HTTP probes on an HTTPS page without a request", async () => {
  const setup = {
    ...fullSetup,
    v4Origin: "http://v4.test",
    probeZone: null,
    sites: ["http://one.test/"],
  };
  const { report, run } = partsOf((url) => {
    assert(url.startsWith("https:"), url);
    return Response.json(v6);
  }, setup);
  await run();
  assert.equal(report.value.exits.v4.state, "blocked");
  assert.equal(report.value.sites[0].probe.state, "blocked");
  assert.equal(report.value.exits.v6.state, "found");
});

Deno.test("runProbes - stops all probes, even those without a response", async () => {
  const { parts, report } = partsOf(() => new Promise(() => {}), fullSetup);
  const controller = new AbortController();
  const running = runProbes(parts, controller.signal);
  controller.abort();
  await running;
  const { exits, sites, resolvers, resolversV6 } = report.value;
  const ofSites = sites.map(({ probe }) => probe);
  const probes = [...Object.values(exits), ...ofSites, resolvers, resolversV6];
  assert.deepEqual([...new Set(probes.map(({ state }) => state))], ["stopped"]);
});

Deno.test("runProbes - reports how long to wait if the server limits requests", async () => {
  const { report, waits, run } = partsOf((url) =>
    url.includes("/api/")
      ? new Response(null, { status: 429, headers: { "retry-after": "30" } })
      : noResponse()
  );
  await run();
  assert.equal(report.value.exits.dual.state, "stopped");
  assert.deepEqual(waits, [30, 30, 30, 30, 30]);
});

Deno.test("runProbes - skips the dual-stack probe if the page's host is an address", async () => {
  const cases = [
    ["http://203.0.113.1:8000", v4],
    ["http://[2001:db8::1]", v6],
  ] as const;
  const setup = { ...fullSetup, probeZone: null, sites: [] };
  for (const [origin, exit] of cases) {
    const urls: string[] = [];
    const respond = (url: string) => {
      urls.push(url);
      return Response.json(exit);
    };
    const { report, run } = partsOf(respond, setup, origin);
    await run();
    const { dual, large } = report.value.exits;
    assert.deepEqual(dual, { state: "not_configured", elapsedMs: 0 });
    assert.deepEqual(large, found(exit));
    assert(!urls.includes(`${origin}/api/egress/exit`));
  }
});

const host = candidate();
const { connection: whole } = scripted([host, null]);

/** A cell, and all that it has contained. */
function recorded() {
  const values: EgressReport[] = [];
  const report = cell(reportWith({ startedAtMs: 7 }));
  report.subscribe((value) => values.push(value));
  return { values, report };
}

/** Runs it, by default without servers and with a clock that stands still. */
const webRtc = (deps: Partial<Parameters<typeof runWebRtc>[0]>) =>
  runWebRtc({
    report: recorded().report,
    connection: whole,
    stunUrls: [],
    nat64StunUrl: null,
    signal: new AbortController().signal,
    now: () => 0,
    ...deps,
  });

Deno.test("runWebRtc - writes the running state first, then the result", async () => {
  const { report, values } = recorded();
  const [first] = values;
  let time = 0;
  const run = webRtc({ report, now: () => time += 20 });
  const running = { ...first, candidates: { state: "running" } };
  assert.deepEqual(values, [first, running]);
  await run;
  const value = [{ ...host, isHidden: false }];
  const candidates = { state: "found", value, elapsedMs: 20 };
  assert.deepEqual(values, [first, running, { ...first, candidates }]);
});

Deno.test("runWebRtc - keeps concurrent writes, and ends with the run", async () => {
  const { report } = recorded();
  const controller = new AbortController();
  const { signal } = controller;
  const { connection } = scripted([host]);
  const run = webRtc({ report, connection, signal });
  report.value = { ...report.value, resolvers: { state: "none" } };
  controller.abort();
  await run;
  assert.deepEqual(report.value.resolvers, { state: "none" });
  assert.deepEqual(report.value.candidates, { state: "stopped", elapsedMs: 0 });
});

Deno.test("runWebRtc - tells the mapping of the NAT from two servers", async () => {
  const cases = [
    [whole, { state: "found", value: "none", elapsedMs: 0 }],
    [undefined, { state: "unsupported", elapsedMs: 0 }],
  ] as const;
  const stunUrls = ["stun:stun.test:1", "stun:stun.test:2"];
  for (const [connection, expected] of cases) {
    const { report } = recorded();
    await webRtc({ report, connection, stunUrls });
    assert.deepEqual(report.value.natMapping, expected);
  }
});

Deno.test("runWebRtc - finds the address that a NAT64 gives, by a connection of its own", async () => {
  const mapped = candidate({ type: "srflx", address: "203.0.113.9" });
  const cases = [
    [mapped, { state: "found", value: { ip: "203.0.113.9", family: 4 } }],
    // Something else responded at the prefix, or nothing did.
    [{ ...mapped, address: "[2001:db8::9]" }, { state: "none" }],
    [host, { state: "none" }],
  ] as const;
  for (const [found, expected] of cases) {
    const { report } = recorded();
    const { connection, configurations } = scripted([found, null]);
    await webRtc({
      report,
      connection,
      stunUrls: ["stun:stun.test"],
      nat64StunUrl: "stun:[64:ff9b::cb00:7101]",
    });
    const { nat64, natMapping } = report.value;
    assert.deepEqual(nat64, { ...expected, elapsedMs: 0 });
    assert.deepEqual(natMapping, { state: "not_configured" });
    assert.deepEqual(configurations, [
      { iceServers: [{ urls: ["stun:stun.test"] }] },
      { iceServers: [{ urls: ["stun:[64:ff9b::cb00:7101]"] }] },
    ]);
  }
});

Deno.test("runWebRtc - distinguishes a browser without WebRTC from one that lost it", async () => {
  const cases = [[undefined, "unsupported"], [null, "blocked"]] as const;
  for (const [connection, state] of cases) {
    const { report } = recorded();
    await webRtc({ report, connection });
    assert.deepEqual(report.value.candidates, { state, elapsedMs: 0 });
  }
});

Deno.test("runWebRtc - tells that it found nothing and that a server failed", async () => {
  const { connection } = scripted(["error", null]);
  const { report } = recorded();
  await webRtc({ report, connection });
  assert.deepEqual(report.value.candidates, { state: "none", elapsedMs: 0 });
  assert.equal(report.value.isStunFailing, true);
  assert.equal(report.value.isGatheringCut, undefined);
});
