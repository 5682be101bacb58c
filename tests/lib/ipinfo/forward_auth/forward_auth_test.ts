import assert from "node:assert/strict";
import fc from "fast-check";
import {
  enrichmentOf,
  ForwardAuth,
  type Verdict,
} from "../../../../lib/ipinfo/forward_auth/forward_auth.ts";
import type { Facts, Profile } from "../../../../lib/ipinfo/profile.ts";
import type { Checks } from "../../../../lib/ipinfo/risk/checks.ts";
import type { Evidence } from "../../../../lib/ipinfo/risk/evidence.ts";
import { riskOf } from "../../../../lib/ipinfo/risk/risk.ts";
import {
  CLIENT_IP_HEADERS,
  type ClientIpHeader,
  createClientAddressReader,
} from "../../../../lib/net/client_address.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { addressLike } from "../../net/arbitraries.ts";
import { cidr, ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import {
  evidenceOf,
  profileOf as profileWith,
} from "../../../support/profile.ts";

/** Public and inner addresses, some of them in the trusted ranges. */
const PROXIES = ["10.0.0.1", "10.0.0.2", "104.16.0.1", "fd00::1"];
const ADDRESSES = [
  ...["8.8.8.8", "193.0.6.139", "2a00::1", "192.168.1.9", "fe80::9"],
  ...["10.0.0.9", "104.16.0.9", "fd00::9", "10.0.0.1"],
];
const trustedProxies = PrefixSet.from(
  ["10.0.0.0/8", "104.16.0.0/13", "fd00::/16"].map(cidr),
);

const POLICIES = [
  ...["allow_country=DE", "deny_country=DE", "private=deny"],
  ...["allow_net=8.8.8.8", "allow_net=10.0.0.9,fd00::9&deny_asn=1"],
  ...["allow_net=10.0.0.0/8,104.16.0.0/13&private=deny", "allow_asn=1,2"],
  "allow_net=0.0.0.0/0,::/0&deny_country=DE",
];

/** Half of the addresses are in Germany. */
function profileOf(ip: IpAddress): Profile {
  const isOdd = /[13579]$/.test(ip.text);
  return {
    facts: { countryCode: isOdd ? "DE" : "US", asn: isOdd ? 1 : 2 },
    risk: riskOf([], 0),
    confidence: {},
  } as unknown as Profile;
}

const authFor = (
  localProfile: (ip: IpAddress) => Profile,
  checks: Checks = {},
) =>
  new ForwardAuth({
    trustedProxies,
    profiles: { localProfile },
    checks: () => checks,
  });
const gate = authFor(profileOf);

/** Each proxy in a row adds the address it was reached from, or replaces what the client sent. */
function arriving(header: ClientIpHeader, { client, sent, proxies }: {
  client: string;
  sent: [string, string][];
  proxies: string[];
}): { peer: string; headers: Headers } {
  const headers = new Headers(sent);
  let from = client;
  for (const [i, proxy] of proxies.entries()) {
    if (header === "x-forwarded-for") headers.append(header, from);
    else if (header === "forwarded") {
      const node = from.includes(":") ? `"[${from}]"` : from;
      headers.append(header, `for=${node}`);
    } else if (i === 0) headers.set(header, from);
    from = proxy;
  }
  return { peer: from, headers };
}

/** Values that a client would try. */
const forgedValue = fc.oneof(
  fc.constantFrom(...ADDRESSES, ...PROXIES, "evil", "", ",", "unknown", '"'),
  addressLike,
);
const forged = fc.tuple(
  fc.constantFrom(...CLIENT_IP_HEADERS),
  fc.array(fc.tuple(fc.constantFrom("", "for=", 'for="'), forgedValue), {
    maxLength: 3,
  }).map((values) => values.map((value) => value.join("")).join(",")),
).filter(([, value]) => /^[\x20-\x7e]*$/.test(value));

Deno.test("ForwardAuth - no header a client sends lets it pass if its address would not", () => {
  let passed = 0;
  forAll([
    fc.constantFrom(...CLIENT_IP_HEADERS),
    fc.constantFrom(...POLICIES),
    fc.constantFrom(...ADDRESSES),
    fc.array(fc.constantFrom(...PROXIES), { maxLength: 3 }),
    fc.array(forged, { maxLength: 3 }),
  ], (header, policy, client, proxies, sent) => {
    const options = { trustedProxies, header, v6PrefixLength: 64 };
    const read = createClientAddressReader(options);
    const verdict = (hops: string[], sent: [string, string][]) => {
      const request = { client, proxies: hops, sent };
      const { peer, headers } = arriving(header, request);
      const found = read(peer, headers);
      const verdict = gate.decide(found, headers, policy) as Verdict;
      return { ...verdict, ip: found.ip };
    };
    const honest = verdict(proxies.length > 0 ? ["10.0.0.1"] : [], []);
    const actual = verdict(proxies, sent);
    if (!actual.isAllowed) return;
    passed++;
    // Whoever comes from a trusted address is believed, as a proxy is.
    const isBelieved = trustedProxies.has(ip(client));
    if (!isBelieved) assert.deepEqual(actual, honest);
  }, { numRuns: 5_000 });
  assert.notEqual(passed, 0);
});

Deno.test("ForwardAuth.decide - knows no client behind a proxy that is not trusted, and a trusted address only alone", async () => {
  const header = "x-forwarded-for";
  const cases = [
    ["8.8.8.8", "peer", null, "not_listed"],
    ["8.8.8.8", "peer", "9.9.9.9", "client_unknown"],
    ["8.8.8.8", header, "9.9.9.9, 8.8.8.8", "not_listed"],
    ["10.0.0.9", header, "10.0.0.9", "allow_net"],
    ["10.0.0.9", header, "9.9.9.9, 10.0.0.9", "client_unknown"],
    ["10.0.0.9", "peer", null, "client_unknown"],
  ] as const;
  const policy = "allow_net=10.0.0.9&deny_country=FR";
  for (const [address, via, value, expected] of cases) {
    const headers = new Headers(value ? { [header]: value } : {});
    const from = { ip: ip(address), via, key: "k", group: "g" } as const;
    const { reason } = await gate.decide(from, headers, policy);
    assert.equal(reason, expected, `${address} by ${via}: ${value}`);
  }
});

const cases = [
  ["invalid", "deny_type", "rpki-invalid"],
  ["valid", "not_denied", undefined],
  ["not-found", "not_denied", undefined],
  [undefined, "unknown", undefined],
] as const;
const client = { via: "peer", key: "k", group: "g" } as const;
const google = { ...client, ip: ip("8.8.8.8") };
for (const [rpki, reason, flags] of cases) {
  Deno.test(`ForwardAuth - deny_type=rpki-invalid with a route that is ${rpki ?? "unknown"}`, async () => {
    const profile = profileWith("8.8.8.8", { rpki });
    const policy = "deny_type=rpki-invalid";
    const auth = authFor(() => profile);
    const verdict = await auth.decide(google, new Headers(), policy);
    const isAllowed = reason !== "deny_type";
    assert.deepEqual([verdict.isAllowed, verdict.reason], [isAllowed, reason]);
    assert.equal(enrichmentOf(profile).flags, flags);
  });
}

Deno.test("ForwardAuth.decide - says what a rule that denies cannot tell, and refuses it if the policy says so", async () => {
  const own = ip("2a00::9");
  const lists = [{ builtAt: null, families: [4] as const }];
  const reasonOf = async (
    query: string,
    { facts = {}, checks = {}, evidence = [], alternative }: {
      facts?: Partial<Facts>;
      checks?: Checks;
      evidence?: Evidence[];
      alternative?: string;
    } = {},
  ) => {
    const profile = profileWith("2a00::9", facts, {
      evidence,
      confidence: { country: 22, lineType: null, alternative },
    });
    const { isAllowed, reason } = await authFor(() => profile, checks).decide(
      { ip: own, peer: own, via: "peer", proxies: [] } as never,
      new Headers(),
      query,
    );
    return [isAllowed, reason];
  };
  const refused = [false, "unknown"];
  const passed = [true, "not_denied"];
  const known = { countryCode: "DE", asn: 1, rpki: "not-found" } as const;
  const queries = [
    ...["deny_country=FR", "deny_asn=2", "deny_type=rpki-invalid"],
    ...["deny_type=vpn", "deny_type=hosting,tor"],
  ];
  for (const query of queries) {
    assert.deepEqual(await reasonOf(query), [true, "unknown"], query);
    assert.deepEqual(await reasonOf(`${query}&unknown=deny`), refused, query);
  }
  const named = "allow_net=2a00::/16&deny_type=vpn";
  assert.deepEqual(await reasonOf(named), [true, "allow_net"]);
  assert.deepEqual(await reasonOf(`${named}&unknown=deny`), refused);
  for (const query of ["deny_country=FR", "deny_asn=2"]) {
    assert.deepEqual(await reasonOf(query, { facts: known }), passed);
  }
  const rpki = { facts: known };
  assert.deepEqual(await reasonOf("deny_type=rpki-invalid", rpki), passed);
  // A list of the other family is a list: there is none of Tor exits with IPv6 addresses.
  const checks = { checks: { tor: lists } };
  assert.deepEqual(await reasonOf("deny_type=tor", checks), passed);
  const denied = { evidence: [{ ...evidenceOf("vpn"), weight: -40 }] };
  assert.deepEqual(await reasonOf("deny_type=vpn", denied), passed);
  // Rules that allow need no such thing.
  assert.deepEqual(await reasonOf("allow_net=2a00::/16"), [true, "allow_net"]);
  assert.deepEqual(await reasonOf("allow_country=FR"), [false, "not_listed"]);
  // The other of two countries is denied as well.
  const either = { facts: known, alternative: "FR" };
  const listed = [false, "deny_country"];
  for (const query of ["deny_country=FR", "deny_country=DE"]) {
    assert.deepEqual(await reasonOf(query, either), listed, query);
  }
});
