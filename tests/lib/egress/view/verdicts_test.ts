import assert from "node:assert/strict";
import {
  type EgressReport,
  emptyReport,
} from "../../../../lib/egress/view/report.ts";
import { verdicts } from "../../../../lib/egress/view/verdicts.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import {
  candidate,
  ended,
  exit,
  found,
  inBerlin,
  inParis,
  placeOf,
  reportOf,
  resolver,
  V4,
  V6,
  wholeSetup,
} from "./reports.ts";

const { en } = egressTexts;

const none = ended("none", 12);
const PARIS = "90.84.1.1";
const BERLIN = "84.128.1.1";
const SHARED = "5.9.200.7";
const covered = { isHosting: true };
const places = [
  placeOf(PARIS, inParis),
  placeOf(BERLIN, inBerlin),
  placeOf(SHARED, {}),
];
const vpn = [...places, placeOf(V4, covered), placeOf(V6, covered)];
const unplaced = (report: EgressReport): EgressReport => ({
  ...report,
  places: {},
});

const SAME_FAMILIES =
  "good: IPv4 and IPv6 leave through the same network (Germany).";
const SAME_DNS = "good: DNS leaves through the same network as the traffic.";
const NO_LEAK =
  "good: WebRTC shows no public address that the other probes don't.";

const cases: [name: string, report: EgressReport, said: string[]][] = [
  ["says nothing before the start", {
    ...emptyReport({ ...wholeSetup, v6Origin: null }),
  }, []],
  ["says nothing where nothing has ended", {
    ...emptyReport(wholeSetup),
    startedAtMs: 1,
  }, []],
  ["finds all well", reportOf(), [SAME_FAMILIES, SAME_DNS, NO_LEAK]],

  // Families.
  [
    "sees families in two countries",
    reportOf({ places: [placeOf(V6, inParis)], resolvers: none }),
    [
      "warn: IPv4 (Germany) and IPv6 (France) leave in different countries.",
      NO_LEAK,
    ],
  ],
  [
    "sees a family that goes around a VPN to another country",
    reportOf({
      places: [placeOf(V4, covered), placeOf(V6, inParis)],
      resolvers: none,
    }),
    [
      "bad: IPv4 (Germany) and IPv6 (France) leave in different countries. One of the two seems to go around a VPN or proxy.",
      NO_LEAK,
    ],
  ],
  [
    "sees families in two networks of a country",
    reportOf({ places: [placeOf(V6, inBerlin)], resolvers: none }),
    [
      NO_LEAK,
      `info: IPv4 and IPv6 leave in one country through two networks: ${V4} (AS24940 Hetzner Online GmbH, Germany) and ${V6} (AS3320 Deutsche Telekom AG, Germany).`,
    ],
  ],
  [
    "sees a family that goes around a VPN in the same country",
    reportOf({
      places: [placeOf(V4, covered), placeOf(V6, inBerlin)],
      resolvers: none,
    }),
    [
      `warn: IPv4 and IPv6 leave in one country through two networks: ${V4} (AS24940 Hetzner Online GmbH, Germany) and ${V6} (AS3320 Deutsche Telekom AG, Germany). One of the two seems to go around a VPN or proxy.`,
      NO_LEAK,
    ],
  ],
  [
    "knows no place",
    unplaced(reportOf({ resolvers: none })),
    [
      "good: WebRTC shows no public address that the other probes don't.",
      "info: Traffic leaves over both IPv4 and IPv6.",
    ],
  ],
  [
    "sees IPv4 alone",
    reportOf({
      exits: {
        v6: none,
        dual: exit(4, 30),
        large: exit(4, 30),
        literal: none,
      },
    }),
    [
      SAME_DNS,
      NO_LEAK,
      "info: Traffic leaves over IPv4 alone: no answer came over IPv6.",
    ],
  ],
  [
    "sees IPv6 alone",
    reportOf({ exits: { v4: ended("timed_out", 6000) }, candidates: none }),
    [
      SAME_DNS,
      "good: WebRTC gives no address away.",
      "info: Traffic leaves over IPv6 alone: no answer came over IPv4.",
    ],
  ],
  [
    "sees no family",
    reportOf({
      exits: { v4: none, v6: none, dual: none, large: none, literal: none },
      resolvers: none,
      candidates: none,
    }),
    [
      "warn: Neither IPv4 nor IPv6 reached its host.",
      "good: WebRTC gives no address away.",
    ],
  ],

  // DNS.
  [
    "sees DNS leave in another country",
    reportOf({ resolvers: found([resolver(PARIS), resolver(V4)]), places }),
    [
      `warn: DNS leaves in another country than the traffic: ${PARIS} (AS3215 Orange, France).`,
      SAME_FAMILIES,
      NO_LEAK,
    ],
  ],
  [
    "sees DNS go around a VPN to another country",
    reportOf({ resolvers: found([resolver(PARIS)]), places: vpn }),
    [
      `bad: DNS leaves in another country than the traffic: ${PARIS} (AS3215 Orange, France). The names you visit seem to go around a VPN or proxy.`,
      SAME_FAMILIES,
      NO_LEAK,
    ],
  ],
  [
    "sees DNS leave through another network",
    reportOf({ resolvers: found([resolver(BERLIN)]), places }),
    [
      SAME_FAMILIES,
      NO_LEAK,
      `info: DNS leaves through another network of the same country: ${BERLIN} (AS3320 Deutsche Telekom AG, Germany).`,
    ],
  ],
  [
    "sees DNS go around a VPN in the same country",
    reportOf({ resolvers: found([resolver(BERLIN)]), places: vpn }),
    [
      `warn: DNS leaves through another network of the same country: ${BERLIN} (AS3320 Deutsche Telekom AG, Germany). The names you visit seem to go around a VPN or proxy.`,
      SAME_FAMILIES,
      NO_LEAK,
    ],
  ],
  [
    "names three resolvers and counts the others",
    reportOf({
      resolvers: found([1, 2, 3, 4, 5].map((n) => resolver(`90.84.1.${n}`))),
      places: [1, 2, 3, 4, 5].map((n) =>
        placeOf(`90.84.1.${n}`, { ...inParis, asn: null, organization: null })
      ),
    }),
    [
      "warn: DNS leaves in another country than the traffic: 90.84.1.1 (France), 90.84.1.2 (France), 90.84.1.3 (France) and 2 more.",
      SAME_FAMILIES,
      NO_LEAK,
    ],
  ],
  [
    "says nothing of a resolver whose network is not known",
    reportOf({
      resolvers: found([resolver(BERLIN)]),
      places: [placeOf(BERLIN, { asn: null })],
    }),
    [SAME_FAMILIES, NO_LEAK],
  ],
  [
    "says nothing of a resolver of which nothing is known",
    reportOf({ resolvers: found([resolver("9.9.9.9")]) }),
    [SAME_FAMILIES, NO_LEAK],
  ],
  [
    "has no exit to compare resolvers and candidates with",
    reportOf({
      exits: {
        v4: ended("blocked"),
        v6: ended("blocked"),
        dual: ended("blocked"),
        large: ended("blocked"),
        literal: ended("blocked"),
      },
      resolvers: found([resolver(PARIS)]),
    }),
    [
      `info: WebRTC shows ${V4} (AS24940 Hetzner Online GmbH, Germany); no other probe found an exit to compare that with.`,
      "info: Not tested, as the browser, or an extension of it, blocks the request: IPv4 exit, IPv6 exit, Preferred exit, Large answer and Literal IPv6.",
    ],
  ],

  // WebRTC.
  [
    "sees WebRTC show an address that the others don't",
    reportOf({ candidates: found([candidate(PARIS)]), places }),
    [
      `bad: WebRTC shows a public address that the other probes don't: ${PARIS} (AS3215 Orange, France). Sites can see it, VPN or not.`,
      SAME_FAMILIES,
      SAME_DNS,
    ],
  ],
  [
    "suspects an address of which nothing is known",
    reportOf({ candidates: found([candidate("9.9.9.9")]) }),
    [
      "bad: WebRTC shows a public address that the other probes don't: 9.9.9.9. Sites can see it, VPN or not.",
      SAME_FAMILIES,
      SAME_DNS,
    ],
  ],
  [
    "sees WebRTC show another address of the same network",
    reportOf({ candidates: found([candidate(SHARED)]), places }),
    [
      `warn: WebRTC shows another public address of the same network: ${SHARED} (AS24940 Hetzner Online GmbH, Germany).`,
      SAME_FAMILIES,
      SAME_DNS,
    ],
  ],
  [
    "takes another IPv6 address of the connection for the same",
    reportOf({ candidates: found([candidate("2a01:4f8:1:2:dead::1")]) }),
    [SAME_FAMILIES, SAME_DNS, NO_LEAK],
  ],
  [
    "sees only hidden addresses and a relay's",
    reportOf({
      candidates: found([
        candidate("4f1c.local", { type: "host", isHidden: true }),
        candidate(PARIS, { type: "relay" }),
      ]),
      places,
    }),
    [SAME_FAMILIES, SAME_DNS, "good: WebRTC shows no public address."],
  ],
  [
    "does not call hidden what no STUN server was asked for",
    reportOf({
      candidates: found([
        candidate("4f1c.local", { type: "host", isHidden: true }),
      ]),
      isWithoutStun: true,
    }),
    [
      SAME_FAMILIES,
      SAME_DNS,
      "info: Not tested, as the operator of this service has not set it up: WebRTC by STUN.",
    ],
  ],
  [
    "does not call hidden what was not gathered without one",
    reportOf({ candidates: none, isWithoutStun: true }),
    [
      SAME_FAMILIES,
      SAME_DNS,
      "info: Not tested, as the operator of this service has not set it up: WebRTC by STUN.",
    ],
  ],
  [
    "sees inner addresses",
    reportOf({
      candidates: found([
        candidate("192.168.1.10", { type: "host" }),
        candidate("192.168.1.10", { type: "host", protocol: "tcp", port: 9 }),
        candidate("fd00::10", { type: "host" }),
      ]),
    }),
    [
      SAME_FAMILIES,
      SAME_DNS,
      "good: WebRTC shows no public address.",
      "info: WebRTC shows inner addresses of this machine: 192.168.1.10 and fd00::10.",
    ],
  ],

  [
    "has no exit of the family that WebRTC shows",
    reportOf({
      exits: { v4: ended("not_configured") },
      candidates: found([candidate(PARIS), candidate(V6)]),
      places,
    }),
    [
      SAME_DNS,
      NO_LEAK,
      `info: WebRTC shows ${PARIS} (AS3215 Orange, France); no other probe found an exit to compare that with.`,
      "info: Not tested, as the operator of this service has not set it up: IPv4 exit.",
    ],
  ],
  [
    "sees WebRTC show a family that has no exit",
    reportOf({
      exits: {
        v6: none,
        dual: exit(4, 30),
        large: exit(4, 30),
        literal: none,
      },
      candidates: found([candidate("2a01:cb00::1")]),
    }),
    [
      "bad: WebRTC shows a public address that the other probes don't: 2a01:cb00::1. Sites can see it, VPN or not.",
      SAME_DNS,
      "info: Traffic leaves over IPv4 alone: no answer came over IPv6.",
    ],
  ],

  // Sites.
  [
    "says nothing of a site that saw a family without an exit",
    reportOf({
      exits: { v4: ended("not_configured") },
      sites: [{
        url: "https://site.test",
        probe: found({ exit: { ip: PARIS, family: 4 } }),
      }],
      candidates: none,
    }),
    [
      SAME_DNS,
      "good: WebRTC gives no address away.",
      "info: Not tested, as the operator of this service has not set it up: IPv4 exit.",
    ],
  ],
  [
    "sees a site reached another way",
    reportOf({
      sites: [
        {
          url: "https://one.test/ip",
          probe: found({ exit: { ip: PARIS, family: 4 } }),
        },
        {
          url: "https://two.test",
          probe: found({ exit: { ip: V4, family: 4 } }),
        },
      ],
      places,
    }),
    [
      `warn: one.test saw another address than this service: ${PARIS} (AS3215 Orange, France).`,
      SAME_FAMILIES,
      SAME_DNS,
      NO_LEAK,
    ],
  ],

  // What could not be tested.
  [
    "says what could not be tested, and why",
    reportOf({
      exits: { literal: ended("not_configured"), large: ended("stopped", 90) },
      resolvers: ended("not_configured"),
      resolversV6: ended("not_configured"),
      sites: [{ url: "https://site.test", probe: ended("blocked", 3) }],
      candidates: ended("blocked"),
    }),
    [
      SAME_FAMILIES,
      "info: Not tested, as the browser, or an extension of it, blocks the request: site.test and WebRTC.",
      "info: Not tested, as the operator of this service has not set it up: Literal IPv6, DNS resolvers and DNS over IPv6.",
      "info: Not tested, as it was stopped by you or by a limit of this service: Large answer.",
    ],
  ],
];

for (const [name, report, said] of cases) {
  Deno.test(`verdicts - ${name}`, () => {
    const lines = verdicts(report, en)
      .map(({ tone, sentence }) => `${tone}: ${sentence}`);
    assert.deepEqual(lines, said);
  });
}

Deno.test("verdicts - say as much in Chinese", () => {
  for (const [name, report] of cases) {
    const said = verdicts(report, egressTexts.zh);
    const tones = verdicts(report, en).map(({ tone }) => tone);
    assert.deepEqual(said.map(({ tone }) => tone), tones, name);
    for (const { sentence } of said) {
      assert.match(sentence, /^[^{}]*\p{Script=Han}[^{}]*。$/u);
      assert.doesNotMatch(sentence, /[a-z]+ [a-z]+/);
    }
  }
});
