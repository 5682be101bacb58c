import assert from "node:assert/strict";
import { egressTexts } from "../../../../../lib/egress/view/texts.ts";
import {
  noteTexts,
  notOfferedText,
} from "../../../../../lib/egress/view/verdict/notes.ts";
import {
  headlineText,
  partText,
  remedyText,
} from "../../../../../lib/egress/view/verdict/sentences.ts";
import { PART_NAMES } from "../../../../../lib/egress/view/verdict/verdict.ts";
import { verdictOn } from "../../../../../lib/egress/view/verdict/whole.ts";
import {
  type EgressReport,
  emptyReport,
  type Place,
} from "../../../../../lib/egress/view/report.ts";
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
} from "../reports.ts";
import { reportIn, SCENARIOS } from "./scenarios.ts";

const { en, zh } = egressTexts;

Deno.test("headlineText and partText - fill every slot of every scenario, in both languages", () => {
  for (const scenario of SCENARIOS) {
    const report = reportIn(scenario);
    const verdict = verdictOn(report);
    for (const texts of [en, zh]) {
      const sentences = [
        headlineText(report, verdict, texts),
        remedyText(report, verdict, texts),
        ...PART_NAMES.flatMap((name) =>
          Object.values(partText(name, verdict, texts))
        ),
      ].filter((text) => text !== null);
      for (const text of sentences) {
        assert.match(text, /^[^{}]{1,160}$/, scenario.name);
        assert.doesNotMatch(text, /undefined|null|\(\)|（）|: \.|：。/, text);
      }
    }
  }
});

const base = SCENARIOS[3];

Deno.test("partText - gives the reason and, for what may be a leak, the remedy", () => {
  // What differs in the scenario, the part, its reason, and the key of the remedy.
  const rows = [
    "v6=home6 | ipv6 | It does not go through your VPN. | ipv6",
    // A VPN that no list names looks the same.
    "v4=home4 | ipv4 | No VPN or proxy is recognized.",
    "v4=home4 | dns | It bypasses no VPN that this server recognizes.",
    "v4=vps4 | ipv4 | It leaves through a hosting network, probably a VPN or proxy.",
    "v6=vpn6 | ipv6 | It leaves through your VPN.",
    // Nothing says that it is an exit of the VPN of the other family.
    "v6=hosting6 | ipv6 | It leaves through a hosting network, probably a VPN or proxy.",
    "v6=failed | ipv6 | The request failed: the test host may not exist or not respond.",
    "v6=timed_out | ipv6 | No response in time.",
    "v6=not_configured | ipv6 | This server does not offer the test.",
    "v6=stopped | ipv6 | You stopped the test or reached the rate limit.",
    "dns=google4 | dns | Google Public DNS answers your queries, not your VPN. | public_dns",
    "dns=hosting4 | dns | A hosting network other than that of your VPN. | dns",
    "dns=timed_out | dns | No query of your resolver arrived.",
    "webrtc=unsupported | webrtc | Your browser has no WebRTC, or it is turned off.",
    "webrtc=blocked | webrtc | Your browser or an extension blocked it.",
    "webrtc=mdns | webrtc | The STUN server did not respond.",
    "webrtc=mdns … | webrtc | WebRTC did not finish in time.",
    "webrtc= | webrtc | Your browser offers no address.",
    "webrtc=! | webrtc | The STUN server did not respond.",
    "site=home4 | ipv4 | site.test is not reached through your VPN. | site_outside",
  ];
  for (const row of rows) {
    const [change, part, expected, remedy] = row.split(" | ");
    const changes = Object.fromEntries([change.split("=")]);
    const verdict = verdictOn(reportIn({ ...base, ...changes }));
    const { reason, fix } = partText(part as "ipv4", verdict, en);
    const fixes: Record<string, string> = en.verdicts.fixes;
    const expectedFix = remedy ? fixes[remedy] : null;
    assert.deepEqual([reason, fix], [expected, expectedFix], row);
  }
});

Deno.test("headlineText - names a network once, and what is only registered as such", () => {
  const headlineOf = (organization: string) => {
    const report = reportOf({
      places: [
        placeOf(V4, inBerlin),
        placeOf(V6, { ...inBerlin, organization, isRegistered: true }),
      ],
    });
    return headlineText(report, verdictOn(report), en);
  };
  const own = "Sites see your own connection: Deutsche Telekom AG, Germany";
  const both = `${own} and Vodafone GmbH by registration, Germany.`;
  assert.equal(headlineOf("Deutsche Telekom AG"), `${own}.`);
  assert.equal(headlineOf("Vodafone GmbH"), both);
});

Deno.test("headlineText - calls a connection the visitor's own only if lists would name a tunnel", () => {
  const own = "Sites see your own connection: Deutsche Telekom AG, Germany.";
  const either =
    "Sites see your own connection, or a VPN unknown to this server: Deutsche Telekom AG, Germany.";
  const cases: [Place["unchecked"], Place["unchecked"], string][] = [
    [[], [], own],
    [["proxy"], ["proxy"], own],
    // A Tor exit has an IPv4 address, which is the one on lists.
    [[], ["proxy", "tor"], own],
    [["tor"], ["tor"], either],
    [[], ["vpn"], either],
    [["vpn", "proxy", "tor"], ["vpn", "proxy", "tor"], either],
  ];
  for (const [v4, v6, text] of cases) {
    const report = reportOf({
      places: [
        placeOf(V4, { ...inBerlin, unchecked: v4 }),
        placeOf(V6, { ...inBerlin, unchecked: v6, isRegistered: true }),
      ],
    });
    const verdict = verdictOn(report);
    assert.equal(verdict.state, "no-tunnel");
    assert.equal(headlineText(report, verdict, en), text);
  }
});

Deno.test("remedyText - says what to do if no part does", () => {
  const { fixes } = en.verdicts;
  const remedies: Record<string, string> = {
    "nothing answers": fixes.no_exit,
    "nothing is known of any exit": fixes.unknown,
    "resolvers and candidates without an exit": fixes.no_exit,
  };
  for (const scenario of SCENARIOS) {
    const report = reportIn(scenario);
    const verdict = verdictOn(report);
    const isAtHome = scenario.whole === "no-tunnel";
    const expected = isAtHome ? fixes.no_tunnel : remedies[scenario.name];
    const text = remedyText(report, verdict, en);
    assert.equal(text, expected ?? null, scenario.name);
  }
});

Deno.test("verdictOn - leaves a family untested if its exit is a private address", () => {
  const [none, failed] = [ended("none"), ended("failed")];
  const exits = { v6: none, dual: failed, large: failed, literal: none };
  const v4 = exit(4, 1, "192.168.1.9");
  const report = reportOf({ exits: { ...exits, v4 } });
  const verdict = verdictOn(report);
  assert.equal(verdict.state, "untested");
  assert.equal(remedyText(report, verdict, en), null);
  assert.deepEqual(verdict.parts.ipv4, {
    state: "untested",
    reason: { code: "private_address", params: { ip: "192.168.1.9" } },
    addresses: [],
  });
});

Deno.test("verdictOn - leaves WebRTC untested without a STUN server", () => {
  const report = reportIn({ ...base, webrtc: "mdns" });
  const { parts } = verdictOn({ ...report, isWithoutStun: true });
  const { reason } = parts.webrtc;
  assert.deepEqual(reason, { code: "not_offered", params: {} });
});

const PARIS = "90.84.1.1";
const BERLIN = "84.128.1.1";
const atHome = { kind: "residential" } as const;
const udp = (ip: string) => resolver(ip);
const inBerlinToo = found({ exit: { ip: BERLIN, family: 4 as const } });
const all: Place["unchecked"] = ["vpn", "proxy", "tor"];
const failed = ended("failed");
const host = candidate("192.168.1.5", { type: "host" });
const home = [
  placeOf(V4, atHome),
  placeOf(V6, atHome),
  placeOf(PARIS, inParis),
  placeOf(BERLIN, inBerlin),
];

/** What each report is about, the report, and the notes on it. */
const notes: Record<string, [EgressReport, ...string[]]> = {
  "nothing odd": [reportOf()],
  "families in two countries": [
    reportOf({ places: [...home, placeOf(V6, { ...inParis })] }),
    "IPv4 (Germany) and IPv6 (France) exit in different countries.",
  ],
  "families in two networks": [
    reportOf({ places: [...home, placeOf(V6, { ...inBerlin })] }),
    "IPv4 and IPv6 exit through different networks: 5.9.1.2 (AS24940 Hetzner Online GmbH, Germany) and 2a01:4f8:1:2::3 (AS3320 Deutsche Telekom AG, Germany).",
  ],
  "resolvers elsewhere": [
    reportOf({ places: home, resolvers: found([PARIS, BERLIN].map(udp)) }),
    "Your DNS queries exit in a different country than your traffic: 90.84.1.1 (AS3215 Orange, France).",
    "Your DNS queries exit through a different network in the same country: 84.128.1.1 (AS3320 Deutsche Telekom AG, Germany).",
  ],
  "WebRTC elsewhere, and at home": [
    reportOf({ places: home, candidates: found([candidate(BERLIN), host]) }),
    "WebRTC reveals a public address that the other probes didn't find: 84.128.1.1 (AS3320 Deutsche Telekom AG, Germany).",
    "WebRTC reveals private addresses of this device: 192.168.1.5.",
  ],
  "networks that differ beside a tunnel are the parts' business": [reportOf({
    places: [...home, placeOf(V4, { tunnel: "vpn" })],
    resolvers: found([PARIS].map(udp)),
  })],
  "a site that sees another exit, and NATs": [
    reportOf({
      places: home,
      sites: [{ url: "https://site.test/ip", probe: inBerlinToo }],
      natMapping: found("dependent"),
      nat64: found({ ip: V4, family: 4 }),
    }),
    "site.test saw a different address than this service: 84.128.1.1 (AS3320 Deutsche Telekom AG, Germany).",
    en.verdicts.nat.dependent,
    "Your network uses NAT64: it translates your IPv6 traffic for IPv4-only servers. They see 5.9.1.2 (AS24940 Hetzner Online GmbH, Germany).",
  ],
  "no lists": [
    reportOf({ places: home.map((place) => ({ ...place, unchecked: all })) }),
    "This server has no list of VPNs, proxies and Tor exits for IPv4 and IPv6, so it recognizes only those in hosting networks.",
  ],
  "lists of one family": [
    reportOf({ places: [...home, placeOf(V6, { unchecked: ["tor"] })] }),
    "This server has no list of Tor exits for IPv6, so it recognizes only those in hosting networks.",
  ],
  "lists of one family, without an exit of the other": [reportOf({
    exits: { v6: failed, dual: exit(4, 9), large: exit(4, 9), literal: failed },
    places: [...home, placeOf(V6, { ...atHome, unchecked: ["vpn"] })],
  })],
  "a registered network says nothing about differing ones": [reportOf({
    places: [...home, placeOf(V6, { ...inBerlin, isRegistered: true })],
  })],
};

for (const [name, [report, ...expected]] of Object.entries(notes)) {
  Deno.test(`noteTexts - ${name}`, () =>
    assert.deepEqual(noteTexts(report, verdictOn(report), en), expected));
}

Deno.test("noteTexts - name three resolvers at most, in Chinese, too", () => {
  const resolvers = [1, 2, 3, 4, 5].map((n) => `90.84.1.${n}`);
  const report = reportOf({
    resolvers: found(resolvers.map(udp)),
    places: [...home, ...resolvers.map((ip) => placeOf(ip, inParis))],
  });
  assert.deepEqual(noteTexts(report, verdictOn(report), zh), [
    "DNS 查询与流量从不同的国家或地区流出：90.84.1.1（AS3215 Orange，法国）、90.84.1.2（AS3215 Orange，法国）、90.84.1.3（AS3215 Orange，法国）、另外 2 个。",
  ]);
});

Deno.test("notOfferedText - has what is not configured, in one line", () => {
  const bare = emptyReport({ ...wholeSetup, v4Origin: null, stunUrls: [] });
  assert.equal(
    notOfferedText(bare, en),
    "Not offered by this server: IPv4 exit, WebRTC with STUN and NAT behavior.",
  );
  assert.equal(notOfferedText(reportOf(), zh), null);
});
