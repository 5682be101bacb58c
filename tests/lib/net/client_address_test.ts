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
import { assertResults, words } from "../../support/tables.ts";
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

/** Asserts the client for each value of a header, or null for the peer. */
function assertClients(
  header: ClientIpHeader,
  clients: Record<string, string | null>,
) {
  const place = (text: string | null) =>
    text === null ? `${PROXY} peer` : `${text} ${header}`;
  const expected = Object.entries(clients)
    .map(([value, text]) => [value, place(text)]);
  assertResults((value) => read(header, value), Object.fromEntries(expected));
}

Deno.test("createClientAddressReader - the peer in canonical form, without zone", () => {
  const reader = readerOf("x-forwarded-for", []);
  const found = (peer: string) => {
    const { ip, via } = reader(peer, new Headers());
    return `${ip.text} ${via}`;
  };
  assertResults(found, {
    "192.0.2.1": "192.0.2.1 peer",
    "::ffff:192.0.2.1": "192.0.2.1 peer",
    "2001:DB8:0:0::1": "2001:db8::1 peer",
    "fe80::1%eth0": "fe80::1 peer",
    "fe80::1%25": "fe80::1 peer",
  });
});

Deno.test("createClientAddressReader - the key is the IPv4 address or the IPv6 prefix, the group that address, or the IPv6 /48 if that is wider", () => {
  const reader = readerOf();
  const keysOf = (peer: string, headers = new Headers()) => {
    const { key, group } = reader(peer, headers);
    return `${key} ${group}`;
  };
  assertResults(keysOf, {
    "192.0.2.1": "192.0.2.1 192.0.2.1",
    "::ffff:192.0.2.1": "192.0.2.1 192.0.2.1",
    "2001:db8:1:2:3::4": "2001:db8:1:2::/64 2001:db8:1::/48",
  });
  const headers = new Headers({ "x-forwarded-for": "2001:db8:1:2:9::9" });
  assert.equal(keysOf(PROXY, headers), "2001:db8:1:2::/64 2001:db8:1::/48");
  const wide = createClientAddressReader({
    trustedProxies: PrefixSet.from([]),
    header: "x-forwarded-for",
    v6PrefixLength: 32,
  })("2001:db8:1:2:3::4", new Headers());
  assert.equal(wide.key, "2001:db8::/32");
  assert.equal(wide.group, "2001:db8::/32");
});

Deno.test("createClientAddressReader - without a header that counts, the client is the proxy, or 0.0.0.0 without an address", () => {
  const client = readerOf()("/run/porthole.sock", new Headers());
  assert.deepEqual([client.ip.text, client.via], ["0.0.0.0", "peer"]);
  const { ip, via } = readerOf()(PROXY, new Headers());
  assert.deepEqual([ip.text, via], [PROXY, "peer"]);
});

Deno.test("createClientAddressReader - does not read the header of an untrusted peer", () => {
  const headers = new Headers({ "x-forwarded-for": "192.0.2.9" });
  headers.get = () => {
    throw new Error("read");
  };
  assert.equal(readerOf()("192.0.2.1", headers).ip.text, "192.0.2.1");
});

Deno.test("createClientAddressReader - trusts an IPv4-mapped peer as IPv4, and no header by default", () => {
  const client = read("x-forwarded-for", "192.0.2.9", "::ffff:10.0.0.1");
  assert.equal(client, "192.0.2.9 x-forwarded-for");
  const headers = new Headers({ "x-forwarded-for": "192.0.2.9" });
  const { ip } = readerOf("x-forwarded-for", [])("127.0.0.1", headers);
  assert.equal(ip.text, "127.0.0.1");
});

Deno.test("createClientAddressReader - trusts only the configured header", () => {
  const found = {
    "x-forwarded-for": "192.0.2.1",
    "x-real-ip": "192.0.2.2",
    "cf-connecting-ip": "192.0.2.3",
    "forwarded": "192.0.2.4",
  };
  const headers = new Headers({ ...found, forwarded: "for=192.0.2.4" });
  assertResults((header) => {
    const read = readerOf(header as ClientIpHeader);
    return read(PROXY, headers).ip.text;
  }, found);
});

Deno.test("x-forwarded-for - the first untrusted address from the right, whether with a port, in brackets or mapped", () => {
  assertClients("x-forwarded-for", {
    "192.0.2.1": "192.0.2.1",
    "198.51.100.66, 192.0.2.1": "192.0.2.1",
    "198.51.100.66, 192.0.2.1, 10.0.0.2,10.9.9.9": "192.0.2.1",
    "198.51.100.66, 2001:db8:1::1, 2001:db8:ffff::2": "2001:db8:1::1",
    // The leftmost address if all are proxies.
    "10.3.3.3, 10.2.2.2": "10.3.3.3",
  });
  assertClients("x-forwarded-for", {
    "192.0.2.1:5678": "192.0.2.1",
    "[2001:db8::1]:443": "2001:db8::1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "192.0.2.1, ::ffff:10.0.0.9": "192.0.2.1",
  });
});

Deno.test("x-forwarded-for - a malformed element ends the search, left of the client it is ignored", () =>
  assertClients("x-forwarded-for", {
    "192.0.2.1, evil, 10.0.0.2": "10.0.0.2",
    "192.0.2.1, , 10.0.0.2": "10.0.0.2",
    "192.0.2.1, unknown": null,
    "192.0.2.1,": null,
    "evil": null,
    "": null,
    "evil, 192.0.2.1": "192.0.2.1",
  }));

Deno.test("x-forwarded-for - repeated header lines are one list, and the search ends after 64 proxies or 4096 characters", () => {
  const headers = new Headers();
  headers.append("x-forwarded-for", "198.51.100.66");
  headers.append("x-forwarded-for", "192.0.2.1, 10.0.0.3");
  headers.append("x-forwarded-for", "10.0.0.2");
  assert.equal(readerOf()(PROXY, headers).ip.text, "192.0.2.1");
  const chain = (count: number) =>
    Array.from({ length: count }, (_, i) => `10.0.1.${i}`).join(",");
  assertClients("x-forwarded-for", {
    [`192.0.2.1,${chain(63)}`]: "192.0.2.1",
    [`192.0.2.1,${chain(64)}`]: "10.0.1.0",
    [`192.0.2.1,${" ".repeat(5000)}10.0.0.2`]: null,
    [`${"x".repeat(100_000)},192.0.2.1`]: "192.0.2.1",
  });
});

Deno.test("forwarded - the for parameter of the elements; hidden and unknown nodes end the search", () => {
  assertClients("forwarded", {
    'for=198.51.100.66, for="[2001:db8::1]:443";proto=https': "2001:db8::1",
    'for=192.0.2.1;host="a,b", for=10.0.0.2': "192.0.2.1",
    "For=192.0.2.1;by=10.0.0.2": "192.0.2.1",
    // A quoted string does not contain elements.
    'for=192.0.2.1;host="x, for=198.51.100.66, y"': "192.0.2.1",
    // An open quote on the left does not hide the client.
    'for="198.51.100.66, for=192.0.2.1': "192.0.2.1",
  });
  assertClients("forwarded", {
    "for=192.0.2.1, for=_hidden": null,
    "for=192.0.2.1, for=unknown, for=10.0.0.2": "10.0.0.2",
    "for=192.0.2.1, proto=https": null,
  });
});

for (const header of ["x-real-ip", "cf-connecting-ip"] as const) {
  Deno.test(`${header} - one address, else the peer`, () =>
    assertClients(header, {
      "192.0.2.1": "192.0.2.1",
      "2001:DB8::1": "2001:db8::1",
      "10.0.0.2": "10.0.0.2",
      "192.0.2.1, 192.0.2.2": null,
      "evil": null,
      "": null,
    }));
}

Deno.test("createClientAddressReader - an invalid header falls back to each peer, and is cached too", () => {
  const reader = readerOf();
  const headers = new Headers({ "x-forwarded-for": "evil" });
  assert.equal(reader("10.0.0.1", headers).ip.text, "10.0.0.1");
  assert.equal(reader("10.0.0.2", headers).ip.text, "10.0.0.2");
  const { byHeader, looks } = countedReader();
  byHeader("192.0.2.1, 10.0.0.2, evil");
  const before = looks();
  assert.equal(byHeader("192.0.2.1, 10.0.0.2, evil"), PROXY);
  assert.equal(looks(), before);
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
  for (const [length, again] of [[255, 0], [256, 0], [257, 1]]) {
    const value = valueOf(length);
    assert.equal(value.length, length);
    assert.deepEqual([looksFor(value), looksFor(value)], [1, again]);
  }
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
  const proxy = fc.nat(0xffffff)
    .map((n) => `10.${n >> 16}.${n >> 8 & 255}.${n & 255}`);
  const proxies = fc.array(proxy, { maxLength: 5 });
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

Deno.test("parseForwardedNode - drops ports and brackets", () =>
  assertResults((text) => parseForwardedNode(text)?.text, {
    "192.0.2.1": "192.0.2.1",
    "192.0.2.1:5678": "192.0.2.1",
    "192.0.2.1:_port": "192.0.2.1",
    "2001:DB8::1": "2001:db8::1",
    "1::2": "1::2",
    "[2001:db8::1]": "2001:db8::1",
    "[2001:db8::1]:443": "2001:db8::1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "[::ffff:192.0.2.1]:80": "192.0.2.1",
  }));

Deno.test("parseForwardedNode - every address, with and without a port, and null for anything else", () => {
  forAll([ip, fc.nat(65535)], (ip, port) => {
    const host = ip.family === 4 ? ip.text : `[${ip.text}]`;
    assert.deepEqual(parseForwardedNode(ip.text), unmapIpv4(ip));
    assert.deepEqual(parseForwardedNode(`${host}:${port}`), unmapIpv4(ip));
  });
  const nodes = samples.badNodes.map(parseForwardedNode);
  assert.deepEqual(nodes.filter((node) => node !== null), []);
});

Deno.test("parseForwardedElement - the for parameter", () =>
  assertResults((text) => parseForwardedElement(text)?.text, {
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
  }));

Deno.test("parseForwardedElement - null for anything else", () => {
  const texts = [
    ...["", "for = 192.0.2.1", "for=192.0.2.1 proto=http"],
    ...words`; 192.0.2.1 proto=http for for= for="" for=unknown for=_hidden
      for="_hidden:80" for="192.0.2.1 for=192.0.2.1" for="192.0.2.1"x
      for=192.0.2.1;for=192.0.2.2 for=192.0.2.1;proto for=192.0.2.1;x=\"`,
  ];
  const taken = texts.filter((text) => parseForwardedElement(text) !== null);
  assert.deepEqual(taken, []);
});

Deno.test("parseForwardedElement - agrees with parseForwardedNode for any element", () => {
  const tail = fc.constantFrom("", ";proto=https", '; host="a,b"', ";", " ");
  forAll([addressLike, tail], (text, tail) => {
    const element = parseForwardedElement(`for="${text}"${tail}`);
    assert.deepEqual(element, parseForwardedNode(text));
  }, { numRuns: 500 });
});

Deno.test("parseForwardedElement - never throws", () =>
  forAll(
    [fc.string({ unit: fc.constantFrom(...'for=12.;:"\\[] \t,') })],
    (text) => {
      const ip = parseForwardedElement(text);
      assert(ip === null || text.toLowerCase().includes("for="));
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
  const { raw } = String;
  assert.deepEqual(quoted('for="a,b", for=c'), ["for=c", 'for="a,b"']);
  assert.deepEqual(quoted(raw`x="\",\\", y`), ["y", raw`x="\",\\"`]);
  assert.deepEqual(quoted(raw`x="a,\"b"`), [raw`x="a,\"b"`]);
  assert.deepEqual(plain('"a,b"'), ['b"', '"a']);
  // An open quote on the left has no effect.
  assert.deepEqual(quoted('for="evil, for=good'), ["for=good", 'for="evil']);
});

Deno.test("listElementsFromRight - at most 64 elements and 4096 characters, without an incomplete element", () => {
  const list = Array.from({ length: 100 }, (_, i) => i).join(",");
  const walked = plain(list);
  assert.equal(walked.length, 64);
  assert.equal(walked.at(-1), "36");
  assert.deepEqual(plain(`${"1".repeat(100_000)},a,b`), ["b", "a"]);
  assert.deepEqual(plain("1".repeat(100_000)), []);
  assert.deepEqual(plain(`1.2.3.4,${" ".repeat(4096)}`), []);
});

Deno.test("listElementsFromRight - agrees with split", () => {
  const element = fc.string({ unit: fc.constantFrom(...'ab.:"\\') });
  const elements = fc.array(element, { minLength: 1, maxLength: 20 });
  forAll(
    [elements],
    (elements) =>
      assert.deepEqual(plain(elements.join(" , ")), elements.toReversed()),
  );
});

Deno.test("listElementsFromRight - separates any input at commas only", () => {
  const text = fc.string({ unit: fc.constantFrom(...'a,"\\ ;=') });
  forAll([text], (list) => {
    const pieces = quoted(list);
    const squeezed = (text: string) => text.replaceAll(" ", "");
    assert.equal(pieces.toReversed().map(squeezed).join(","), squeezed(list));
    assert(pieces.length <= list.split(",").length);
  });
});
