import assert from "node:assert/strict";
import {
  type EgressReport,
  emptyReport,
} from "../../../../lib/egress/view/report.ts";
import { headline, verdicts } from "../../../../lib/egress/view/verdicts.ts";
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
  "good: IPv4 and IPv6 exit through the same network (Germany).";
const SAME_DNS =
  "good: Your DNS queries exit through the same network as your traffic.";
const NO_LEAK =
  "good: WebRTC reveals no public address beyond those that the other probes found.";

const cases: [name: string, report: EgressReport, said: string[]][] = [
  [
    "says only what is not configured before the start",
    emptyReport({ ...wholeSetup, v6Origin: null }),
    ["info: Not tested because this server doesn't offer it: IPv6 exit."],
  ],
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
      "warn: IPv4 (Germany) and IPv6 (France) exit in different countries.",
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
      "bad: IPv4 (Germany) and IPv6 (France) exit in different countries. One of them may bypass your VPN or proxy.",
      NO_LEAK,
    ],
  ],
  [
    "sees families in two networks of a country",
    reportOf({ places: [placeOf(V6, inBerlin)], resolvers: none }),
    [
      NO_LEAK,
      `info: IPv4 and IPv6 exit in the same country but through different networks: ${V4} (AS24940 Hetzner Online GmbH, Germany) and ${V6} (AS3320 Deutsche Telekom AG, Germany).`,
    ],
  ],
  [
    "sees a family that goes around a VPN in the same country",
    reportOf({
      places: [placeOf(V4, covered), placeOf(V6, inBerlin)],
      resolvers: none,
    }),
    [
      `warn: IPv4 and IPv6 exit in the same country but through different networks: ${V4} (AS24940 Hetzner Online GmbH, Germany) and ${V6} (AS3320 Deutsche Telekom AG, Germany). One of them may bypass your VPN or proxy.`,
      NO_LEAK,
    ],
  ],
  [
    "knows no place",
    unplaced(reportOf({ resolvers: none })),
    [
      "good: WebRTC reveals no public address beyond those that the other probes found.",
      "info: Your traffic uses both IPv4 and IPv6.",
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
      "info: Your traffic uses IPv4 only. The IPv6 probe got no response.",
    ],
  ],
  [
    "sees IPv6 alone",
    reportOf({ exits: { v4: ended("timed_out", 6000) }, candidates: none }),
    [
      SAME_DNS,
      "good: WebRTC reveals no address.",
      "info: Your traffic uses IPv6 only. The IPv4 probe got no response.",
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
      "warn: Neither the IPv4 nor the IPv6 probe got a response. You may be offline, or something blocks the probes.",
      "good: WebRTC reveals no address.",
    ],
  ],

  // DNS.
  [
    "sees DNS leave in another country",
    reportOf({ resolvers: found([resolver(PARIS), resolver(V4)]), places }),
    [
      `warn: Your DNS queries exit in a different country than your traffic: ${PARIS} (AS3215 Orange, France).`,
      SAME_FAMILIES,
      NO_LEAK,
    ],
  ],
  [
    "sees DNS go around a VPN to another country",
    reportOf({ resolvers: found([resolver(PARIS)]), places: vpn }),
    [
      `bad: Your DNS queries exit in a different country than your traffic: ${PARIS} (AS3215 Orange, France). They may bypass your VPN or proxy.`,
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
      `info: Your DNS queries exit through a different network in the same country: ${BERLIN} (AS3320 Deutsche Telekom AG, Germany).`,
    ],
  ],
  [
    "sees DNS go around a VPN in the same country",
    reportOf({ resolvers: found([resolver(BERLIN)]), places: vpn }),
    [
      `warn: Your DNS queries exit through a different network in the same country: ${BERLIN} (AS3320 Deutsche Telekom AG, Germany). They may bypass your VPN or proxy.`,
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
      "warn: Your DNS queries exit in a different country than your traffic: 90.84.1.1 (France), 90.84.1.2 (France), 90.84.1.3 (France) and 2 more.",
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
      `info: WebRTC reveals ${V4} (AS24940 Hetzner Online GmbH, Germany). No other probe found an address to compare it with.`,
      "info: Not tested because your browser or an extension blocked the request: IPv4 exit, IPv6 exit, Preferred exit, Large response and IPv6 literal.",
    ],
  ],

  // WebRTC.
  [
    "sees WebRTC show an address that the others don't",
    reportOf({ candidates: found([candidate(PARIS)]), places }),
    [
      `bad: WebRTC reveals a public address that the other probes didn't find: ${PARIS} (AS3215 Orange, France). Sites can see it even if you use a VPN.`,
      SAME_FAMILIES,
      SAME_DNS,
    ],
  ],
  [
    "suspects an address of which nothing is known",
    reportOf({ candidates: found([candidate("9.9.9.9")]) }),
    [
      "bad: WebRTC reveals a public address that the other probes didn't find: 9.9.9.9. Sites can see it even if you use a VPN.",
      SAME_FAMILIES,
      SAME_DNS,
    ],
  ],
  [
    "sees WebRTC show another address of the same network",
    reportOf({ candidates: found([candidate(SHARED)]), places }),
    [
      `warn: WebRTC reveals another public address in the same network: ${SHARED} (AS24940 Hetzner Online GmbH, Germany).`,
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
    [SAME_FAMILIES, SAME_DNS, "good: WebRTC reveals no public address."],
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
      "info: Not tested because this server doesn't offer it: WebRTC with STUN.",
    ],
  ],
  [
    "does not call hidden what was not gathered without one",
    reportOf({ candidates: none, isWithoutStun: true }),
    [
      SAME_FAMILIES,
      SAME_DNS,
      "info: Not tested because this server doesn't offer it: WebRTC with STUN.",
    ],
  ],
  [
    "sees private addresses",
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
      "good: WebRTC reveals no public address.",
      "info: WebRTC reveals private addresses of this device: 192.168.1.10 and fd00::10.",
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
      `info: WebRTC reveals ${PARIS} (AS3215 Orange, France). No other probe found an address to compare it with.`,
      "info: Not tested because this server doesn't offer it: IPv4 exit.",
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
      "bad: WebRTC reveals a public address that the other probes didn't find: 2a01:cb00::1. Sites can see it even if you use a VPN.",
      SAME_DNS,
      "info: Your traffic uses IPv4 only. The IPv6 probe got no response.",
    ],
  ],

  // The NAT.
  ...([
    [
      "independent",
      "info: Your NAT keeps one public port for both STUN servers, as with endpoint-independent mapping. Direct connections to other browsers usually work.",
    ],
    [
      "dependent",
      "info: Your NAT uses a different public port for each STUN server (address- or port-dependent mapping). Direct connections to other browsers may fail.",
    ],
    [
      "none",
      "info: WebRTC shows no NAT: both STUN servers saw an address of this device, or your browser hides what they saw.",
    ],
  ] as const).map(([mapping, sentence]): [string, EgressReport, string[]] => [
    `tells the mapping of the NAT: ${mapping}`,
    reportOf({ natMapping: found(mapping) }),
    [SAME_FAMILIES, SAME_DNS, NO_LEAK, sentence],
  ]),
  [
    "says which address a NAT64 gives, and nothing if none was found",
    reportOf({ nat64: found({ ip: V4, family: 4 }) }),
    [
      SAME_FAMILIES,
      SAME_DNS,
      NO_LEAK,
      `info: Your network uses NAT64, usually together with DNS64: it translates your IPv6 traffic for IPv4-only servers. They see ${V4} (AS24940 Hetzner Online GmbH, Germany).`,
    ],
  ],
  [
    "says nothing of a NAT64 that was not found",
    reportOf({ nat64: ended("none") }),
    [SAME_FAMILIES, SAME_DNS, NO_LEAK],
  ],
  [
    "says that the NAT was not tested with one STUN server",
    reportOf({ natMapping: ended("not_configured") }),
    [
      SAME_FAMILIES,
      SAME_DNS,
      NO_LEAK,
      "info: Not tested because this server doesn't offer it: NAT behaviour.",
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
      "good: WebRTC reveals no address.",
      "info: Not tested because this server doesn't offer it: IPv4 exit.",
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
      `warn: one.test saw a different address than this service: ${PARIS} (AS3215 Orange, France).`,
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
      "info: Not tested because your browser or an extension blocked the request: site.test and WebRTC.",
      "info: Not tested because this server doesn't offer it: IPv6 literal, DNS resolvers and DNS over IPv6.",
      "info: Not tested because you stopped the test or reached the rate limit: Large response.",
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

Deno.test("verdicts - are available in Chinese", () => {
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

Deno.test("headline - counts leaks, else warnings, and says when too little was tested", () => {
  const silent = { resolvers: none, candidates: none };
  const cases: [EgressReport, string][] = [
    [reportOf(), "good: No leak found."],
    [
      reportOf({
        sites: ["one", "two"].map((name) => ({
          url: `https://${name}.test/`,
          probe: found({ exit: { ip: PARIS, family: 4 } }),
        })),
      }),
      "warn: No leak found. Warnings: 2.",
    ],
    [
      reportOf({
        exits: { v6: none, dual: exit(4, 3), large: exit(4, 3), literal: none },
        candidates: found([candidate("2a01:cb00::1")]),
      }),
      "bad: Leaks found: 1.",
    ],
    [
      reportOf({
        ...silent,
        isWithoutStun: true,
        exits: { v6: none, dual: exit(4, 3), large: exit(4, 3), literal: none },
      }),
      "info: Too little was tested to tell if anything leaks.",
    ],
    // Offline.
    [
      reportOf({
        ...silent,
        exits: { v4: none, v6: none, dual: none, large: none, literal: none },
      }),
      "info: Too little was tested to tell if anything leaks.",
    ],
  ];
  for (const [report, expected] of cases) {
    const { tone, sentence } = headline(report, en);
    assert.equal(`${tone}: ${sentence}`, expected);
    const chinese = headline(report, egressTexts.zh);
    assert.equal(chinese.tone, tone);
    assert.match(chinese.sentence, /^[^{}]*\p{Script=Han}[^{}]*。$/u);
  }
});
