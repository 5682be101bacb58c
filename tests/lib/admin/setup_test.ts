import assert from "node:assert/strict";
import {
  requestEvidence,
  type SetupEvidence,
  setupLines,
} from "../../../lib/admin/setup.ts";
import type { SetupPart } from "../../../lib/admin/view/admin_view.ts";
import { adminTexts } from "../../../lib/admin/view/texts.ts";
import { formatText } from "../../../lib/i18n/format.ts";
import { createClientAddressReader } from "../../../lib/net/client_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { cidr } from "../../support/address.ts";

const direct: SetupEvidence["request"] = {
  peer: "192.0.2.9",
  ip: "192.0.2.9",
  via: "peer",
  headers: [],
  isTrusted: false,
};
const config: SetupEvidence["config"] = {
  CLIENT_IP_HEADER: "x-forwarded-for",
  TRUSTED_PROXIES: [],
  DNS_PROBE_ADDRESSES: [],
  DATA_UPDATE: "weekly",
  WHOIS: "on",
  RDAP: "on",
};
const lists = { loaded: 3, failed: 0, missing: 0, canUpdate: true };
const evidence: SetupEvidence = {
  request: direct,
  config,
  off: [],
  lists,
  isIndexOff: false,
  v4: null,
  v6: null,
  zone: null,
  stun: [],
};
const https = { ...config, BASE_URL: new URL("https://ip.example.org") };
const plain = { ...config, BASE_URL: new URL("http://a.example") };
const v4 = { host: "v4.example.org", hasV4: true, hasV6: false };
const v6 = { host: "v6.example.org", hasV4: false, hasV6: true };

const set = (changes: Partial<SetupEvidence["config"]>) => ({
  config: { ...config, ...changes },
});
const from = (changes: Partial<SetupEvidence["request"]>) => ({
  request: { ...direct, ...changes },
});
const zoned = (wasSeen: boolean, hasAnswer: boolean) => ({
  config: { ...https, DNS_PROBE_ZONE: "probe.example.org" },
  zone: { wasSeen, hasAnswer },
});
const off = (
  part: SetupEvidence["off"][number]["part"],
  reason: SetupEvidence["off"][number]["reason"],
) => ({ off: [{ part, reason }] });
const stun = (answers: Record<string, boolean | null>) => ({
  stun: Object.entries(answers).map(([url, isAnswered]) => ({
    url,
    isAnswered,
  })),
});

/** What differs from a new installation, and the line that it makes. */
const cases: [
  part: SetupPart,
  outcome: string,
  Partial<SetupEvidence> & { fix?: string },
][] = [
  ["proxy", "good direct", {}],
  ["proxy", "todo none_trusted", { config: https }],
  ["proxy", "failing untrusted", {
    ...from({ headers: ["x-real-ip"] }),
    fix: "TRUSTED_PROXIES=192.0.2.9\nCLIENT_IP_HEADER=x-real-ip",
  }],
  ["proxy", "failing other_header", {
    ...from({ isTrusted: true, headers: ["x-real-ip"] }),
    fix: "CLIENT_IP_HEADER=x-real-ip",
  }],
  ["proxy", "failing no_header", {
    ...from({ isTrusted: true }),
    fix:
      "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\nproxy_set_header Host $host;",
  }],
  [
    "proxy",
    "good by_header",
    from({ via: "forwarded", headers: ["forwarded"] }),
  ],
  ["https", "todo no_base", { fix: "BASE_URL=https://ip.example.net" }],
  ["https", "todo plain", { config: plain, fix: "BASE_URL=https://a.example" }],
  ["https", "good secure", { config: https }],
  ["families", "todo unset", {
    ...{ config: https, v4 },
    fix: "V6_URL=https://v6.ip.example.org",
  }],
  ["families", "todo unset", {
    ...{ config: plain, v4 },
    fix: "V6_URL=http://v6.a.example",
  }],
  ["families", "failing both", {
    ...{ v4: { ...v4, hasV6: true }, v6 },
    fix: "v4.example.org. A 192.0.2.1\nv6.example.org. AAAA 2001:db8::1",
  }],
  ["families", "failing missing", { v4, v6: { ...v6, hasV6: false } }],
  ["families", "failing missing", {
    v4: { ...v4, hasV4: false },
    v6: { ...v6, host: "2001:db8::6" },
    fix: "v4.example.org. A 192.0.2.1",
  }],
  ["families", "failing missing", {
    v4: { host: "2001:db8::4", hasV4: false, hasV6: true },
    v6: { ...v6, host: "2001:db8::6" },
    fix: "",
  }],
  ["families", "failing unanswered", { v4, v6: { ...v6, hasV4: null } }],
  ["families", "good separate", { v4, v6 }],
  ["zone", "todo unset", {
    config: https,
    fix:
      "DNS_PROBE_ZONE=probe.ip.example.org\nDNS_PROBE_ADDRESSES=192.0.2.1,2001:db8::1",
  }],
  ["zone", "failing unseen", {
    ...zoned(false, false),
    fix:
      "probe.example.org. NS ns.probe.example.org.\nns.probe.example.org. A 192.0.2.1\nns.probe.example.org. AAAA 2001:db8::1",
  }],
  ["zone", "failing elsewhere", zoned(false, true)],
  ["zone", "failing unanswered", zoned(true, false)],
  ["zone", "good seen", zoned(true, true)],
  ["zone", "failing not_started", {
    ...off("name_server", "not_started"),
    fix: "DNS_PROBE_PORT=5353",
  }],
  ["zone", "failing no_udp", { ...off("name_server", "no_udp"), fix: "" }],
  ["stun", "todo unset", { fix: "STUN_PORT=3478\nSTUN_SECOND_PORT=3479" }],
  [
    "stun",
    "failing unanswered",
    stun({ "stun:a.example": true, "stun:b.example": false }),
  ],
  ["stun", "good answered", stun({ "stun:a.example": true })],
  ["stun", "good unchecked", stun({ "stuns:a.example": null })],
  ["stun", "failing not_started", off("stun", "not_started")],
  ["stun", "failing second_not_started", off("second_stun", "not_started")],
  ["stun", "failing no_udp", off("stun", "no_udp")],
  ["lists", "good loaded", {}],
  ["lists", "todo missing", { lists: { ...lists, missing: 2 } }],
  ["lists", "failing failed", { lists: { ...lists, failed: 1 } }],
  ["lists", "todo no_folder", { lists: { ...lists, canUpdate: false } }],
  ["lists", "off off", {
    ...set({ DATA_UPDATE: "off" }),
    fix: "DATA_UPDATE=weekly",
  }],
  ["lists", "todo missing", {
    ...set({ DATA_UPDATE: "off" }),
    lists: { ...lists, missing: 2 },
    fix: "deno task start data update",
  }],
  ["storage", "good writable", {}],
  ["storage", "failing no_folder", { isIndexOff: true }],
  ["whois", "good on", {}],
  ["whois", "off off", { ...set({ WHOIS: "off" }), fix: "WHOIS=on" }],
  ["registrations", "good on", {}],
  ["registrations", "off off", { ...set({ RDAP: "off" }), fix: "RDAP=on" }],
  ["administrator", "good signed_in", {}],
  [
    "administrator",
    "todo password_in_env",
    set({ ADMIN_PASSWORD: "secret word" }),
  ],
];

for (const [part, outcome, { fix, ...given }] of cases) {
  Deno.test(`setupLines - ${part}: ${outcome}`, () => {
    const lines = setupLines({ ...evidence, ...given });
    const line = lines.find((line) => line.part === part);
    assert(line);
    assert.equal(`${line.state} ${line.reason}`, outcome);
    if (fix !== undefined) {
      assert.equal(line.fixes[0]?.lines.join("\n") ?? "", fix);
    }
    assert(line.fixes.every(({ lines }) => lines.length > 0));
    if (line.state === "good") assert.deepEqual(line.fixes, []);
    assert.doesNotMatch(JSON.stringify(line), /secret word/);
    for (const { setup } of Object.values(adminTexts)) {
      const texts: Readonly<Record<string, string>> = setup.reasons[part];
      const text = formatText(texts[line.reason], line.params);
      assert.doesNotMatch(text, /undefined|[{}]/);
    }
  });
}

Deno.test("setupLines - every reason with a text can occur", () => {
  const known = Object.entries(adminTexts.en.setup.reasons).flatMap(
    ([part, reasons]) => Object.keys(reasons).map((name) => `${part} ${name}`),
  );
  const seen = cases.map(([part, outcome]) =>
    `${part} ${outcome.split(" ")[1]}`
  );
  assert.deepEqual(new Set(known), new Set(seen));
});

Deno.test("requestEvidence - names the peer, the headers, and whether the peer is trusted", () => {
  const loopback = cidr("127.0.0.0/8");
  const named = "198.51.100.7";
  const headers = new Headers({ "x-forwarded-for": named, "x-real-ip": named });
  const evidenceOf = (peer: string) => {
    const client = createClientAddressReader({
      trustedProxies: PrefixSet.from([loopback]),
      header: "x-forwarded-for",
      v6PrefixLength: 64,
    })(peer, headers);
    return requestEvidence(headers, peer, client, [loopback]);
  };
  const both = ["x-forwarded-for", "x-real-ip"];
  assert.deepEqual(evidenceOf("::ffff:127.0.0.1"), {
    peer: "127.0.0.1",
    ip: "198.51.100.7",
    via: "x-forwarded-for",
    headers: both,
    isTrusted: true,
  });
  assert.deepEqual(evidenceOf("192.0.2.9"), { ...direct, headers: both });
});
