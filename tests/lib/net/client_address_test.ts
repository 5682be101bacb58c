import assert from "node:assert/strict";
import fc from "fast-check";
import { AddressRanges } from "../../../lib/net/ranges.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import {
  type ClientIpHeader,
  createClientAddressReader,
  listElementsFromRight,
  parseForwardedElement,
  parseForwardedNode,
  providerKey,
} from "../../../lib/net/client_address.ts";
import {
  type IpAddress,
  networkKey,
  parseIp,
  unmapIpv4,
} from "../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { addressLike, ip } from "./arbitraries.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./client_address.json" with { type: "json" };

const PROXY = "10.0.0.1";

function readerOf(
  header: ClientIpHeader = "x-forwarded-for",
  trusted = ["10.0.0.0/8", "2001:db8:ffff::/48"],
) {
  return createClientAddressReader({
    trustedProxies: PrefixSet.from(trusted.map((text) => parseCidr(text)!)),
    header,
    v6PrefixLength: 64,
  });
}

/** The client address behind a trusted peer, and where it was found. */
function read(header: ClientIpHeader, value: string, peer = PROXY): string {
  const headers = new Headers({ [header]: value });
  const { ip, via } = readerOf(header)(peer, headers);
  return `${ip.text} ${via}`;
}

const forwardedFor = (value: string) => read("x-forwarded-for", value);
const forwarded = (value: string) => read("forwarded", value);

Deno.test("createClientAddressReader - the peer in canonical form, without zone", () => {
  const reader = readerOf("x-forwarded-for", []);
  const peers: Record<string, string> = {
    "192.0.2.1": "192.0.2.1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "2001:DB8:0:0::1": "2001:db8::1",
    "fe80::1%eth0": "fe80::1",
    "fe80::1%25": "fe80::1",
  };
  for (const [peer, expected] of Object.entries(peers)) {
    const client = reader(peer, new Headers());
    assert.equal(client.ip.text, expected);
    assert.equal(client.via, "peer");
  }
});

Deno.test("createClientAddressReader - the key is the IPv4 address or the IPv6 prefix", () => {
  const reader = readerOf();
  const none = new Headers();
  assert.equal(reader("192.0.2.1", none).key, "192.0.2.1");
  assert.equal(reader("::ffff:192.0.2.1", none).key, "192.0.2.1");
  assert.equal(reader("2001:db8:1:2:3::4", none).key, "2001:db8:1:2::/64");
  const headers = new Headers({ "x-forwarded-for": "2001:db8:1:2:9::9" });
  assert.equal(reader(PROXY, headers).key, "2001:db8:1:2::/64");
});

Deno.test("createClientAddressReader - the group is the IPv4 address or the IPv6 /48, or the key if that is wider", () => {
  const none = new Headers();
  const reader = readerOf();
  assert.equal(reader("192.0.2.1", none).group, "192.0.2.1");
  assert.equal(reader("::ffff:192.0.2.1", none).group, "192.0.2.1");
  assert.equal(reader("2001:db8:1:2:3::4", none).group, "2001:db8:1::/48");
  const wide = createClientAddressReader({
    trustedProxies: PrefixSet.from([]),
    header: "x-forwarded-for",
    v6PrefixLength: 32,
  })("2001:db8:1:2:3::4", none);
  assert.equal(wide.key, "2001:db8::/32");
  assert.equal(wide.group, "2001:db8::/32");
});

Deno.test("createClientAddressReader - a peer without an address counts as 0.0.0.0", () => {
  const client = readerOf()("/run/porthole.sock", new Headers());
  assert.deepEqual([client.ip.text, client.via], ["0.0.0.0", "peer"]);
});

Deno.test("createClientAddressReader - trusts no header by default", () => {
  const headers = new Headers({ "x-forwarded-for": "192.0.2.9" });
  assert.equal(
    readerOf("x-forwarded-for", [])("127.0.0.1", headers).ip.text,
    "127.0.0.1",
  );
});

Deno.test("createClientAddressReader - does not read the header of an untrusted peer", () => {
  const headers = new Headers({ "x-forwarded-for": "192.0.2.9" });
  headers.get = () => {
    throw new Error("read");
  };
  assert.equal(readerOf()("192.0.2.1", headers).ip.text, "192.0.2.1");
});

Deno.test("createClientAddressReader - trusts an IPv4-mapped peer as IPv4", () => {
  assert.equal(
    read("x-forwarded-for", "192.0.2.9", "::ffff:10.0.0.1"),
    "192.0.2.9 x-forwarded-for",
  );
});

Deno.test("createClientAddressReader - without the header the client is the proxy", () => {
  const { ip, via } = readerOf()(PROXY, new Headers());
  assert.deepEqual([ip.text, via], [PROXY, "peer"]);
});

Deno.test("createClientAddressReader - trusts only the configured header", () => {
  const headers = new Headers({
    "x-forwarded-for": "192.0.2.1",
    "x-real-ip": "192.0.2.2",
    "cf-connecting-ip": "192.0.2.3",
    "forwarded": "for=192.0.2.4",
  });
  const read = (header: ClientIpHeader) =>
    readerOf(header)(PROXY, headers).ip.text;
  assert.equal(read("x-forwarded-for"), "192.0.2.1");
  assert.equal(read("x-real-ip"), "192.0.2.2");
  assert.equal(read("cf-connecting-ip"), "192.0.2.3");
  assert.equal(read("forwarded"), "192.0.2.4");
});

Deno.test("x-forwarded-for - the first untrusted address from the right", () => {
  const via = "x-forwarded-for";
  assert.equal(forwardedFor("192.0.2.1"), `192.0.2.1 ${via}`);
  assert.equal(forwardedFor("198.51.100.66, 192.0.2.1"), `192.0.2.1 ${via}`);
  assert.equal(
    forwardedFor("198.51.100.66, 192.0.2.1, 10.0.0.2,10.9.9.9"),
    `192.0.2.1 ${via}`,
  );
  assert.equal(
    forwardedFor("198.51.100.66, 2001:db8:1::1, 2001:db8:ffff::2"),
    `2001:db8:1::1 ${via}`,
  );
});

Deno.test("x-forwarded-for - the leftmost address if all are proxies", () => {
  assert.equal(forwardedFor("10.3.3.3, 10.2.2.2"), "10.3.3.3 x-forwarded-for");
});

Deno.test("x-forwarded-for - a malformed element ends the search", () => {
  assert.equal(
    forwardedFor("192.0.2.1, evil, 10.0.0.2"),
    "10.0.0.2 x-forwarded-for",
  );
  assert.equal(
    forwardedFor("192.0.2.1, , 10.0.0.2"),
    "10.0.0.2 x-forwarded-for",
  );
  assert.equal(forwardedFor("192.0.2.1, unknown"), `${PROXY} peer`);
  assert.equal(forwardedFor("192.0.2.1,"), `${PROXY} peer`);
  assert.equal(forwardedFor("evil"), `${PROXY} peer`);
  assert.equal(forwardedFor(""), `${PROXY} peer`);
});

Deno.test("x-forwarded-for - malformed elements left of the client are ignored", () => {
  assert.equal(forwardedFor("evil, 192.0.2.1"), "192.0.2.1 x-forwarded-for");
});

Deno.test("x-forwarded-for - ports, brackets and mapped addresses", () => {
  assert.equal(forwardedFor("192.0.2.1:5678"), "192.0.2.1 x-forwarded-for");
  assert.equal(
    forwardedFor("[2001:db8::1]:443"),
    "2001:db8::1 x-forwarded-for",
  );
  assert.equal(forwardedFor("::ffff:192.0.2.1"), "192.0.2.1 x-forwarded-for");
  assert.equal(
    forwardedFor("192.0.2.1, ::ffff:10.0.0.9"),
    "192.0.2.1 x-forwarded-for",
  );
});

Deno.test("x-forwarded-for - repeated header lines are one list", () => {
  const headers = new Headers();
  headers.append("x-forwarded-for", "198.51.100.66");
  headers.append("x-forwarded-for", "192.0.2.1, 10.0.0.3");
  headers.append("x-forwarded-for", "10.0.0.2");
  assert.equal(readerOf()(PROXY, headers).ip.text, "192.0.2.1");
});

Deno.test("x-forwarded-for - the search ends after 64 proxies or 4096 characters", () => {
  const chain = (count: number) =>
    Array.from({ length: count }, (_, i) => `10.0.1.${i}`).join(",");
  assert.equal(
    forwardedFor(`192.0.2.1,${chain(63)}`),
    "192.0.2.1 x-forwarded-for",
  );
  assert.equal(
    forwardedFor(`192.0.2.1,${chain(64)}`),
    "10.0.1.0 x-forwarded-for",
  );
  assert.equal(
    forwardedFor(`192.0.2.1,${" ".repeat(5000)}10.0.0.2`),
    `${PROXY} peer`,
  );
  assert.equal(
    forwardedFor(`${"x".repeat(100_000)},192.0.2.1`),
    "192.0.2.1 x-forwarded-for",
  );
});

Deno.test("forwarded - the for parameter of the elements", () => {
  assert.equal(
    forwarded('for=198.51.100.66, for="[2001:db8::1]:443";proto=https'),
    "2001:db8::1 forwarded",
  );
  assert.equal(
    forwarded('for=192.0.2.1;host="a,b", for=10.0.0.2'),
    "192.0.2.1 forwarded",
  );
  assert.equal(forwarded("For=192.0.2.1;by=10.0.0.2"), "192.0.2.1 forwarded");
});

Deno.test("forwarded - hidden and unknown nodes end the search", () => {
  assert.equal(forwarded("for=192.0.2.1, for=_hidden"), `${PROXY} peer`);
  assert.equal(
    forwarded("for=192.0.2.1, for=unknown, for=10.0.0.2"),
    "10.0.0.2 forwarded",
  );
  assert.equal(forwarded("for=192.0.2.1, proto=https"), `${PROXY} peer`);
});

Deno.test("forwarded - an open quote on the left does not hide the client", () => {
  assert.equal(
    forwarded('for="198.51.100.66, for=192.0.2.1'),
    "192.0.2.1 forwarded",
  );
});

Deno.test("forwarded - a quoted string does not contain elements", () => {
  assert.equal(
    forwarded('for=192.0.2.1;host="x, for=198.51.100.66, y"'),
    "192.0.2.1 forwarded",
  );
});

for (const header of ["x-real-ip", "cf-connecting-ip"] as const) {
  Deno.test(`${header} - one address, else the peer`, () => {
    assert.equal(read(header, "192.0.2.1"), `192.0.2.1 ${header}`);
    assert.equal(read(header, "2001:DB8::1"), `2001:db8::1 ${header}`);
    assert.equal(read(header, "10.0.0.2"), `10.0.0.2 ${header}`);
    assert.equal(read(header, "192.0.2.1, 192.0.2.2"), `${PROXY} peer`);
    assert.equal(read(header, "evil"), `${PROXY} peer`);
    assert.equal(read(header, ""), `${PROXY} peer`);
  });
}

Deno.test("createClientAddressReader - an invalid header falls back to each peer", () => {
  const reader = readerOf();
  const headers = new Headers({ "x-forwarded-for": "evil" });
  assert.equal(reader("10.0.0.1", headers).ip.text, "10.0.0.1");
  assert.equal(reader("10.0.0.2", headers).ip.text, "10.0.0.2");
});

Deno.test("createClientAddressReader - results stay correct beyond the cache size", () => {
  const reader = readerOf();
  const octets = (i: number) => `${i >> 8 & 255}.${i & 255}`;
  const wrong = [];
  for (let i = 0; i < 10_000; i++) {
    const peer = reader(`192.0.${octets(i)}`, new Headers());
    const headers = new Headers({ "x-forwarded-for": `198.51.${octets(i)}` });
    const client = reader(PROXY, headers);
    if (peer.ip.text !== `192.0.${octets(i)}`) wrong.push(peer);
    if (client.ip.text !== `198.51.${octets(i)}`) wrong.push(client);
  }
  assert.deepEqual(wrong, []);
});

/** Trusts 10.0.0.0/8 and counts its calls: one per uncached address. */
class CountedProxies extends PrefixSet {
  lookups = 0;

  constructor() {
    const ranges = new AddressRanges();
    ranges.addCidr(parseCidr("10.0.0.0/8")!);
    super(ranges);
  }

  override has(ip: IpAddress): boolean {
    this.lookups++;
    return super.has(ip);
  }
}

/** A reader, and how many addresses it checked. */
function countedReader() {
  const trustedProxies = new CountedProxies();
  const reader = createClientAddressReader({
    trustedProxies,
    header: "x-forwarded-for",
    v6PrefixLength: 64,
  });
  const none = new Headers();
  return {
    byPeer: (peer: string) => reader(peer, none).ip.text,
    byHeader: (value: string) =>
      reader(PROXY, new Headers({ "x-forwarded-for": value })).ip.text,
    looks: () => trustedProxies.lookups,
  };
}

Deno.test("createClientAddressReader - caches values of up to 256 characters", () => {
  const { byHeader, looks } = countedReader();
  const valueOf = (length: number) => `${"x".repeat(length - 10)},192.0.2.1`;
  const looksFor = (value: string) => {
    const before = looks();
    assert.equal(byHeader(value), "192.0.2.1");
    return looks() - before;
  };
  byHeader("198.51.100.1");
  assert.deepEqual(
    [255, 256, 257].map((length) => {
      const value = valueOf(length);
      assert.equal(value.length, length);
      return [looksFor(value), looksFor(value)];
    }),
    [[1, 0], [1, 0], [1, 1]],
  );
});

Deno.test("createClientAddressReader - caches invalid values too", () => {
  const { byHeader, looks } = countedReader();
  byHeader("192.0.2.1, 10.0.0.2, evil");
  const before = looks();
  assert.equal(byHeader("192.0.2.1, 10.0.0.2, evil"), PROXY);
  assert.equal(looks(), before);
});

for (const cache of ["byPeer", "byHeader"] as const) {
  Deno.test(`createClientAddressReader - caches 4096 clients, then starts over (${cache})`, () => {
    const made = countedReader();
    const read = made[cache];
    const address = (i: number) => `192.0.${i >> 8}.${i & 255}`;
    const looksFor = (i: number) => {
      const before = made.looks();
      assert.equal(read(address(i)), address(i));
      return made.looks() - before;
    };
    // The proxy is a peer too, which takes one more check the first time.
    if (cache === "byHeader") made.byPeer(PROXY);
    for (let i = 0; i < 4096; i++) assert.equal(looksFor(i), 1);
    for (let i = 0; i < 4096; i++) assert.equal(looksFor(i), 0);
    assert.equal(looksFor(4096), 1);
    assert.equal(looksFor(4096), 0);
    assert.equal(looksFor(0), 1);
  });
}

Deno.test("createClientAddressReader - finds the client in a list appended by proxies", () => {
  const trusted = PrefixSet.from([parseCidr("10.0.0.0/8")!]);
  const reader = readerOf("x-forwarded-for", ["10.0.0.0/8"]);
  const proxies = fc.array(
    fc.nat(0xffffff).map((n) => `10.${n >> 16}.${n >> 8 & 255}.${n & 255}`),
    { maxLength: 5 },
  );
  const client = ip.filter((ip) => !trusted.has(unmapIpv4(ip)));
  const forged = fc.string({ unit: fc.constantFrom(...'1.:,a"[] ') });
  forAll([forged, client, proxies], (forged, ip, proxies) => {
    const headers = new Headers();
    headers.append("x-forwarded-for", forged);
    headers.append("x-forwarded-for", [ip.text, ...proxies].join(", "));
    assert.deepEqual(reader(PROXY, headers).ip, unmapIpv4(parseIp(ip.text)!));
  });
});

Deno.test("providerKey - the IPv4 /16, or the IPv6 /32", () => {
  const keyOf = (address: string) =>
    providerKey(networkKey(parseIp(address)!, 48));
  assert.equal(keyOf("192.0.2.1"), keyOf("192.0.255.255"));
  assert.notEqual(keyOf("192.0.2.1"), keyOf("192.1.2.1"));
  assert.notEqual(keyOf("1.20.2.1"), keyOf("12.0.2.1"));
  assert.equal(keyOf("2001:db8::1"), keyOf("2001:db8:ffff:1::"));
  assert.notEqual(keyOf("2001:db8::1"), keyOf("2001:db9::1"));
  // The zero is left out of the first one's text.
  assert.equal(keyOf("2001::1"), keyOf("2001:0:1::1"));
  assert.notEqual(keyOf("2001::1"), keyOf("2001:1::1"));
  assert.notEqual(keyOf("2001:a::"), keyOf("2001:a0::"));
});

Deno.test("parseForwardedNode - drops ports and brackets", () => {
  const nodes: Record<string, string> = {
    "192.0.2.1": "192.0.2.1",
    "192.0.2.1:5678": "192.0.2.1",
    "192.0.2.1:_port": "192.0.2.1",
    "2001:DB8::1": "2001:db8::1",
    "1::2": "1::2",
    "[2001:db8::1]": "2001:db8::1",
    "[2001:db8::1]:443": "2001:db8::1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "[::ffff:192.0.2.1]:80": "192.0.2.1",
  };
  for (const [text, expected] of Object.entries(nodes)) {
    assert.equal(parseForwardedNode(text)?.text, expected, text);
  }
});

Deno.test("parseForwardedNode - null for anything else", () => {
  const texts = samples.badNodes;
  assert.deepEqual(
    texts.filter((text) => parseForwardedNode(text) !== null),
    [],
  );
});

Deno.test("parseForwardedNode - every address, with and without a port", () =>
  forAll([ip, fc.nat(65535)], (ip, port) => {
    const host = ip.family === 4 ? ip.text : `[${ip.text}]`;
    assert.deepEqual(parseForwardedNode(ip.text), unmapIpv4(ip));
    assert.deepEqual(parseForwardedNode(`${host}:${port}`), unmapIpv4(ip));
  }));

Deno.test("parseForwardedElement - the for parameter", () => {
  const elements: Record<string, string> = {
    "for=192.0.2.1": "192.0.2.1",
    "For=192.0.2.1;proto=http;by=203.0.113.43": "192.0.2.1",
    "proto=https; for=192.0.2.1 ;host=example.com": "192.0.2.1",
    'for="192.0.2.1:5678"': "192.0.2.1",
    'for="[2001:db8::1]:443"': "2001:db8::1",
    'for="[2001:db8::1]"': "2001:db8::1",
    "for=[2001:db8::1]:443": "2001:db8::1",
    ";;for=192.0.2.1;": "192.0.2.1",
    'host="a;for=198.51.100.1,b";for=192.0.2.1': "192.0.2.1",
    [String.raw`for="192.0.2\.1"`]: "192.0.2.1",
  };
  for (const [text, expected] of Object.entries(elements)) {
    assert.equal(parseForwardedElement(text)?.text, expected, text);
  }
});

Deno.test("parseForwardedElement - null for anything else", () => {
  const texts = [
    "",
    ";",
    "192.0.2.1",
    "proto=http",
    "for",
    "for=",
    'for=""',
    "for=unknown",
    "for=_hidden",
    'for="_hidden:80"',
    "for = 192.0.2.1",
    'for="192.0.2.1',
    'for=192.0.2.1"',
    "for=192.0.2.1;for=192.0.2.2",
    "for=192.0.2.1;proto",
    "for=192.0.2.1 proto=http",
    'for="192.0.2.1"x',
    String.raw`for=192.0.2.1;x=\"`,
  ];
  assert.deepEqual(
    texts.filter((text) => parseForwardedElement(text) !== null),
    [],
  );
});

Deno.test("parseForwardedElement - agrees with parseForwardedNode for any element", () => {
  const tail = fc.constantFrom("", ";proto=https", '; host="a,b"', ";", " ");
  forAll([addressLike, tail], (text, tail) => {
    assert.deepEqual(
      parseForwardedElement(`for="${text}"${tail}`),
      parseForwardedNode(text),
    );
  }, { numRuns: 500 });
});

Deno.test("parseForwardedElement - never throws", () =>
  forAll(
    [fc.string({ unit: fc.constantFrom(...'for=12.;:"\\[] \t,') })],
    (text) => {
      const ip = parseForwardedElement(text);
      assert.equal(ip === null || text.toLowerCase().includes("for="), true);
    },
    { numRuns: 1000 },
  ));

const plain = (list: string) => [...listElementsFromRight(list, false)];
const quoted = (list: string) => [...listElementsFromRight(list, true)];

Deno.test("listElementsFromRight - last element first, trimmed", () => {
  assert.deepEqual(plain("a, b\t,c"), ["c", "b", "a"]);
  assert.deepEqual(plain(" a "), ["a"]);
  assert.deepEqual(plain(",a,,"), ["", "", "a", ""]);
  assert.deepEqual(plain(""), [""]);
});

Deno.test("listElementsFromRight - commas inside quotes do not separate", () => {
  assert.deepEqual(quoted('for="a,b", for=c'), ["for=c", 'for="a,b"']);
  assert.deepEqual(quoted(String.raw`x="\",\\", y`), [
    "y",
    String.raw`x="\",\\"`,
  ]);
  assert.deepEqual(quoted(String.raw`x="a,\"b"`), [String.raw`x="a,\"b"`]);
  assert.deepEqual(plain('"a,b"'), ['b"', '"a']);
});

Deno.test("listElementsFromRight - an open quote on the left has no effect", () => {
  assert.deepEqual(quoted('for="evil, for=good'), ["for=good", 'for="evil']);
});

Deno.test("listElementsFromRight - at most 64 elements", () => {
  const list = Array.from({ length: 100 }, (_, i) => i).join(",");
  const walked = plain(list);
  assert.equal(walked.length, 64);
  assert.equal(walked.at(-1), "36");
});

Deno.test("listElementsFromRight - at most 4096 characters, without an incomplete element", () => {
  assert.deepEqual(plain(`${"1".repeat(100_000)},a,b`), ["b", "a"]);
  assert.deepEqual(plain("1".repeat(100_000)), []);
  assert.deepEqual(plain(`1.2.3.4,${" ".repeat(4096)}`), []);
});

Deno.test("listElementsFromRight - agrees with split", () =>
  forAll([fc.array(fc.string({ unit: fc.constantFrom(...'ab.:"\\') }), {
    minLength: 1,
    maxLength: 20,
  })], (elements) => {
    assert.deepEqual(plain(elements.join(" , ")), elements.toReversed());
  }));

Deno.test("listElementsFromRight - separates any input at commas only", () => {
  const text = fc.string({ unit: fc.constantFrom(...'a,"\\ ;=') });
  forAll([text], (list) => {
    const pieces = quoted(list);
    const squeezed = (text: string) => text.replaceAll(" ", "");
    assert.equal(pieces.toReversed().map(squeezed).join(","), squeezed(list));
    assert(pieces.length <= list.split(",").length);
  });
});
