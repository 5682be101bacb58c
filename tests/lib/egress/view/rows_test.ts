import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import {
  candidateRows,
  elapsedText,
  exitRows,
  type ProbeRow,
  siteRows,
} from "../../../../lib/egress/view/rows.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import {
  candidate,
  ended,
  found,
  reportOf,
  resolver,
  V4,
  V6,
  wholeSetup,
} from "./reports.ts";

const network = "AS24940 Hetzner Online GmbH";
const here = { place: "Falkenstein, Germany", flag: "de", network };
const nowhere = { place: null, flag: "", network: null };

const { en } = egressTexts;

/** A row of something found, unless it says otherwise, that has no detail. */
const row = (key: string, more: Partial<ProbeRow>): ProbeRow => ({
  key,
  label: key,
  detail: "",
  state: "found",
  stateText: "found",
  address: null,
  time: null,
  ...(more.address ? here : nowhere),
  ...more,
});

Deno.test("exitRows - show exits and resolvers with their places", () => {
  const rows = [
    `v4 | IPv4 exit | IPv4-only host | ${V4} | 30 ms`,
    `v6 | IPv6 exit | IPv6-only host | ${V6} | 32 ms`,
    `dual | Preferred exit | dual-stack host: your browser chooses | ${V6} | 35 ms`,
    `large | Large response | same host, more than one packet | ${V6} | 40 ms`,
    `literal | IPv6 literal | address in the URL, no DNS lookup | ${V6} | 31 ms`,
    `resolver ${V4} | DNS resolver | queries over UDP | ${V4} | 100 ms`,
    `resolvers-v6 | DNS over IPv6 | IPv6-only name server | ${V6} | 100 ms`,
  ];
  const expected = rows.map((text) => {
    const [key, label, detail, address, time] = text.split(" | ");
    return row(key, { label, detail, address, time });
  });
  assert.deepEqual(exitRows(reportOf(), en), expected);
});

Deno.test("exitRows - have a text for each state", () => {
  const words = [
    ["idle", "not started"],
    ["running", "running…"],
    ["none", "none"],
    ["failed", "failed"],
    ["unsupported", "not supported"],
    ["timed_out", "timed out"],
    ["blocked", "blocked"],
    ["not_configured", "not configured"],
    ["stopped", "stopped"],
  ] as const;
  for (const [state, stateText] of words) {
    const [first] = exitRows(reportOf({ exits: { v4: ended(state, 7) } }), en);
    const time = state === "not_configured" ? null : "7 ms";
    const of = { label: "IPv4 exit", detail: "IPv4-only host" };
    assert.deepEqual(first, row("v4", { ...of, state, stateText, time }));
  }
});

Deno.test("exitRows - show a resolver once, with everything that it did", () => {
  const report = reportOf({
    resolvers: found([
      resolver("9.9.9.9", { subnet: "5.9.1.0/24" }),
      resolver("9.9.9.9", { protocol: "tcp", subnet: "5.9.2.0/24" }),
      resolver("9.9.9.9"),
      resolver("9.9.9.10", { protocol: "tcp" }),
    ]),
    resolversV6: found([resolver("2620:fe::9"), resolver("2620:fe::10")]),
  });
  const rows = exitRows(report, en).slice(5)
    .map(({ key, detail }) => `${key}: ${detail}`);
  assert.deepEqual(rows, [
    "resolver 9.9.9.9: queries over UDP and TCP, forwards 5.9.1.0/24, 5.9.2.0/24",
    "resolver 9.9.9.10: queries over TCP",
    "resolvers-v6: 2 resolvers reach an IPv6-only name server",
  ]);
});

Deno.test("exitRows - have a row if no resolver was seen", () => {
  const states = [found([]), ended("none", 3000), ended("running")];
  for (const probe of states) {
    const report = reportOf({ resolvers: probe, resolversV6: probe });
    const rows = exitRows(report, en).slice(5)
      .map((row) => [row.label, row.state, row.stateText, row.address]);
    const seen = probe.state === "running"
      ? ["running", "running…", null]
      : ["none", "no resolver seen", null];
    const labels = ["DNS resolvers", "DNS over IPv6"];
    assert.deepEqual(rows, labels.map((label) => [label, ...seen]));
  }
});

Deno.test("siteRows - distinguish sites that report an address from others", () => {
  const exit = { ip: V4, family: 4 } as const;
  const siteRow = (path: string, more: Partial<ProbeRow>) =>
    row(`https://${path}`, { label: path.replace("/ip", ""), ...more });
  const report = reportOf({
    sites: [
      { url: "https://one.test/ip", probe: found({ exit }, 20) },
      { url: "https://two.test:8443", probe: found({ exit: null }, 1234) },
      { url: "https://three.test", probe: ended("timed_out", 6000) },
    ],
  });
  const two = { detail: "doesn't report your address", stateText: "reached" };
  const three = { state: "timed_out", stateText: "timed out" } as const;
  assert.deepEqual(siteRows(report, en), [
    siteRow("one.test/ip", { address: V4, time: "20 ms" }),
    siteRow("two.test:8443", { ...two, time: "1.2 s" }),
    siteRow("three.test", { ...three, time: "6.0 s" }),
  ]);
});

Deno.test("candidateRows - distinguish hidden, private and public addresses", () => {
  const report = reportOf({
    candidates: found([
      candidate("4f1c.local", { type: "host", isHidden: true }),
      candidate("192.168.1.10", { type: "host", protocol: "tcp", port: 9 }),
      candidate(V4),
      candidate(V4, { type: "prflx", port: 4 }),
      candidate("9.9.9.9", { type: "relay", port: 3 }),
    ]),
  });
  const of = { label: "Server reflexive", detail: "UDP, port 50000" };
  const seen = { stateText: "public address", address: V4, time: "100 ms" };
  const third = row(`srflx udp ${V4} 50000`, { ...of, ...seen });
  assert.deepEqual(candidateRows(report, en)[2], third);
  const rows = candidateRows(report, en).map((row) =>
    [row.label, row.detail, row.address, row.stateText].join(" | ")
  );
  assert.deepEqual(rows, [
    "Host | UDP, port 50000 | 4f1c.local | hidden by the browser",
    "Host | TCP, port 9 | 192.168.1.10 | private address",
    `Server reflexive | UDP, port 50000 | ${V4} | public address`,
    `Peer reflexive | UDP, port 4 | ${V4} | public address`,
    "Relay | UDP, port 3 | 9.9.9.9 | public address",
  ]);
});

Deno.test("candidateRows - are a single row without candidates", () => {
  const cases = [
    [emptyReport(wholeSetup), "idle", "not started"],
    [reportOf({ candidates: ended("none") }), "none", "no candidate"],
  ] as const;
  for (const [report, state, stateText] of cases) {
    const only = row("webrtc", { label: "WebRTC", state, stateText });
    assert.deepEqual(candidateRows(report, en), [only]);
  }
});

Deno.test("elapsedText - uses milliseconds, and seconds from 1 s", () => {
  const cases: [number | undefined, string | null][] = [
    [0, "0 ms"],
    [33.6, "34 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [6000, "6.0 s"],
    [undefined, null],
  ];
  for (const [ms, text] of cases) assert.equal(elapsedText(ms), text);
});
