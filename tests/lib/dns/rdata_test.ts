import assert from "node:assert/strict";
import fc from "fast-check";
import { FormatError } from "../../../lib/dns/errors.ts";
import {
  bindingLength,
  readDelegationSigner,
  readDnsKey,
  readServiceBinding,
  readWholeName,
  utf8Text,
} from "../../../lib/dns/rdata.ts";
import { forAll } from "../../support/for_all.ts";

/** The data behind other octets, which must not be read. */
function slice(data: Iterable<number>, before: Iterable<number> = []) {
  const bytes = Uint8Array.from([...before, ...data, 0xff]);
  const start = [...before].length;
  const view = new DataView(bytes.buffer);
  return { bytes, view, start, end: bytes.length - 1 };
}

const read = (...parts: Parameters<typeof slice>) =>
  readServiceBinding(slice(...parts));

function param(key: number, value: readonly number[]): number[] {
  const { length } = value;
  return [key >>> 8, key & 0xff, length >>> 8, length & 0xff, ...value];
}

const OWN_NAME = [0, 1, 0];

/** The first parameter of a service at its own name. */
const paramOf = (key: number, value: readonly number[]) =>
  read([...OWN_NAME, ...param(key, value)]).params[0];

Deno.test("readWholeName - the name fills the data", () => {
  const bytes = Uint8Array.from([1, ...ascii("a"), 0, 0]);
  assert.equal(readWholeName(bytes, 0, 3), "a");
  for (const end of [2, 4]) {
    assert.throws(() => readWholeName(bytes, 0, end), FormatError);
  }
});

Deno.test("readServiceBinding - the test vectors of RFC 9460, appendix D.2", () => {
  const foo = [3, ...ascii("foo"), 7, ...ascii("example"), 3, ...ascii("com")];
  const target = "foo.example.com";
  const found = read([0, 0, ...foo, 0]);
  assert.deepEqual(found, { priority: 0, target, params: [] });
  assert.deepEqual(read(OWN_NAME), { priority: 1, target: ".", params: [] });
  assert.deepEqual(
    read([0, 16, ...foo, 0, 0, 3, 0, 2, 0, 0x35]),
    { priority: 16, target, params: [{ key: "port", values: ["53"] }] },
  );
  const alpn = param(1, [2, ...ascii("h2"), 5, ...ascii("h3-19")]);
  const hint4 = param(4, [192, 0, 2, 1]);
  assert.deepEqual(read([0, 16, ...foo, 0, ...alpn, ...hint4]), {
    priority: 16,
    target,
    params: [
      { key: "alpn", values: ["h2", "h3-19"] },
      { key: "ipv4hint", values: ["192.0.2.1"] },
    ],
  });
});

const hint = [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 1];
const params: [key: number, octets: number[], name: string, ...string[]][] = [
  [0, [0, 1, 0, 4, 0x02, 0x9b], "mandatory", "alpn", "ipv4hint", "key667"],
  [1, [], "key1"],
  [2, [], "no-default-alpn"],
  [5, [1, 255], "ech", "Af8="],
  [6, [...hint, ...hint], "ipv6hint", "2001:db8::1", "2001:db8::1"],
  [7, ascii("/q{?dns}"), "dohpath", "/q{?dns}"],
  [667, [1, 255], "key667", "01ff"],
  [667, [], "key667"],
];
for (const [key, octets, name, ...values] of params) {
  Deno.test(`readServiceBinding - key ${key} with ${octets.length} octets`, () =>
    assert.deepEqual(paramOf(key, octets), { key: name, values }));
}

const cases = [
  ["a port of three octets", 3, [0, 0, 53]],
  ["an IPv4 address that is cut off", 4, [192, 0, 2]],
  ["no IPv6 address", 6, []],
  ["a protocol that is cut off", 1, [2, 0x68]],
  ["an empty protocol", 1, [0]],
  ["a flag with a value", 2, [7]],
  ["an empty key", 5, []],
] as [string, number, number[]][];
for (const [what, key, value] of cases) {
  Deno.test(`readServiceBinding - returns the octets of ${what}`, () => {
    const values = value.length > 0 ? [Uint8Array.from(value).toHex()] : [];
    assert.deepEqual(paramOf(key, value), { key: `key${key}`, values });
  });
}

const rows = [
  ["without a name", [0, 1]],
  ["with a name that is cut off", [0, 1, 3, 0x66]],
  ["with a key that is cut off", [...OWN_NAME, 0, 3, 0]],
  ["with a value that is cut off", [...OWN_NAME, 0, 3, 0, 2, 0]],
  ["with a key twice", [...OWN_NAME, ...param(2, []), ...param(2, [])]],
  [
    "with keys that descend",
    [...OWN_NAME, ...param(3, [0, 53]), ...param(2, [])],
  ],
] as [string, number[]][];
for (const [what, data] of rows) {
  Deno.test(`readServiceBinding - refuses data ${what}`, () =>
    assert.throws(() => read(data), FormatError));
}

Deno.test("bindingLength - the characters of the target, the keys and the values, and one for each value", () => {
  const value = [2, ...ascii("h2"), 5, ...ascii("h3-19")];
  const binding = read([...OWN_NAME, ...param(1, value), ...param(2, [])]);
  const text = `.${"alpn"}${"h2"},${"h3-19"},${"no-default-alpn"}`;
  assert.equal(bindingLength(binding), text.length);
});

Deno.test("utf8Text - keeps a byte order mark", () =>
  assert.equal(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)), "\ufeffa"));

Deno.test("readServiceBinding - any octets are a record of bounded length, or a FormatError", () => {
  forAll([
    fc.array(fc.nat({ max: 255 }), { maxLength: 200 }),
    fc.array(fc.nat({ max: 255 }), { maxLength: 20 }),
  ], (data, before) => {
    try {
      assert(bindingLength(read(data, before)) <= 4 * 255 + 10 * data.length);
    } catch (error) {
      assert(error instanceof FormatError, String(error));
    }
  }, { numRuns: 2000 });
});

Deno.test("readServiceBinding - reads every list of parameters in ascending order", () => {
  const value = fc.array(fc.nat({ max: 255 }), { maxLength: 20 });
  const keys = fc.uniqueArray(fc.nat({ max: 65_535 }), { maxLength: 8 });
  forAll([keys, value], (unsorted, octets) => {
    const sorted = unsorted.toSorted((a, b) => a - b);
    const { params } = read([
      ...OWN_NAME,
      ...sorted.flatMap((key) => param(key, octets)),
    ]);
    assert.equal(params.length, sorted.length);
    for (const [i, key] of sorted.entries()) {
      // Keys without a registered name keep their number and all octets.
      if (key <= 8) continue;
      assert.deepEqual(params[i], {
        key: `key${key}`,
        values: octets.length > 0 ? [Uint8Array.from(octets).toHex()] : [],
      });
    }
  });
});

function ascii(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

/** The key and its hash of RFC 4034 section 5.4. */
const publicKey =
  "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==";

Deno.test("readDnsKey - the key of RFC 4034 section 5.4 and its tag", () => {
  const key = Uint8Array.fromBase64(publicKey);
  const data = Uint8Array.from([1, 0, 3, 5, ...key]);
  assert.deepEqual(
    readDnsKey(slice(data)),
    { flags: 256, protocol: 3, algorithm: 5, publicKey, keyTag: 60485 },
  );
});

Deno.test("readDnsKey - the tag of a key with an odd number of octets", () => {
  const { keyTag } = readDnsKey(slice([1, 1, 3, 13, 0xab]));
  assert.equal(keyTag, 0x0101 + 0x030d + 0xab00);
});

Deno.test("readDnsKey - the tag of an RSA/MD5 key is a part of its modulus", () => {
  const read = (...key: number[]) =>
    readDnsKey(slice([1, 0, 3, 1, ...key])).keyTag;
  assert.equal(read(9, 9, 0x12, 0x34, 9), 0x1234);
  assert.equal(read(0x12, 0x34, 9), 0x1234);
  assert.equal(read(0x12, 9), 0);
});

Deno.test("readDelegationSigner - the hash of RFC 4034 section 5.4", () => {
  const digest = "2bb183af5f22588179a53b0a98631fad1a292118";
  const data = [0xec, 0x45, 5, 1, ...Uint8Array.fromHex(digest)];
  const expected = { keyTag: 60485, algorithm: 5, digestType: 1, digest };
  assert.deepEqual(readDelegationSigner(slice(data)), expected);
});

Deno.test("readDnsKey, readDelegationSigner - any octets are a record, or a FormatError", () => {
  forAll([fc.uint8Array({ maxLength: 40 })], (data) => {
    for (const read of [readDnsKey, readDelegationSigner]) {
      try {
        const { keyTag } = read(slice(data));
        assert(keyTag >= 0 && keyTag <= 0xffff);
        assert(data.length > 4);
      } catch (error) {
        assert(error instanceof FormatError && data.length <= 4);
      }
    }
  });
});
