import assert from "node:assert/strict";
import fc from "fast-check";
import { FormatError } from "../../../lib/dns/errors.ts";
import {
  isReservedReverseName,
  nameToWire,
  readName,
  reverseName,
  reverseWireName,
  skipName,
} from "../../../lib/dns/wire_name.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";
import { ip } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./wire_name.json" with { type: "json" };

const label = fc.uint8Array({ minLength: 1, maxLength: 63 });
const labels = fc.array(label, { maxLength: 8 })
  .filter((parts) => wireOf(parts).length <= 255);

function wireOf(parts: readonly Uint8Array[]): Uint8Array {
  const octets = parts.flatMap((part) => [part.length, ...part]);
  return Uint8Array.from([...octets, 0]);
}

function lowered(octets: Uint8Array): number[] {
  return [...octets].map((octet) =>
    octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet
  );
}

const wire = (...octets: (number | string)[]) =>
  Uint8Array.from(
    octets.flatMap((octet) =>
      typeof octet === "number" ? octet : [...new TextEncoder().encode(octet)]
    ),
  );

const texts: [what: string, octets: Uint8Array, text: string][] = [
  ["the root", wire(0), "."],
  ["a name in lower case", wire(3, "WwW", 4, "Test", 0), "www.test"],
  ["a dot within a label", wire(3, "a.b", 1, "c", 0), "a\\.b.c"],
  ["a backslash", wire(3, "a\\b", 0), "a\\\\b"],
  ["control octets", wire(4, 0, 9, 0x20, 0x7f, 0), "\\000\\009\\032\\127"],
  ["octets beyond ASCII", wire(3, 0xc3, 0xa9, 0xff, 0), "\\195\\169\\255"],
  ["what is markup elsewhere", wire(8, "<script>", 0), "<script>"],
];
for (const [what, octets, text] of texts) {
  Deno.test(`readName, nameToWire - ${what}`, () => {
    assert.deepEqual(readName(octets, 0), { text, next: octets.length });
    assert.deepEqual([...nameToWire(text) ?? []], lowered(octets));
  });
}

Deno.test("readName - nameToWire converts its text back to the same name", () => {
  forAll([labels], (parts) => {
    const octets = wireOf(parts);
    const { text, next } = readName(octets, 0);
    assert.equal(next, octets.length);
    assert.match(text, /^[!-~]+$/);
    const back = nameToWire(text);
    assert(back);
    assert.deepEqual(readName(back, 0), { text, next });
  });
});

Deno.test("readName - different names have different texts", () => {
  forAll([labels, labels], (one, other) => {
    const [a, b] = [one, other].map(wireOf);
    const isSame = lowered(a).join() === lowered(b).join();
    assert.equal(readName(a, 0).text === readName(b, 0).text, isSame);
  });
});

Deno.test("readName - follows pointers back", () => {
  const bytes = wire(4, "test", 0, 3, "www", 0xc0, 0, 1, "a", 0xc0, 6);
  assert.deepEqual(readName(bytes, 6), { text: "www.test", next: 12 });
  assert.deepEqual(readName(bytes, 12), { text: "a.www.test", next: 16 });
  assert.equal(skipName(bytes, 12), 16);
});

Deno.test("skipName - labels of up to 63 octets", () => {
  assert.equal(skipName(wire(63, "x".repeat(63), 0), 0), 65);
  const long = wire(64, "x".repeat(64), 0);
  assert.throws(() => skipName(long, 0), new FormatError("no label"));
});

const [CUT, POINTER] = ["message cut off", "pointer not backwards"];
const broken: [what: string, Uint8Array, offset: number, message: string][] = [
  ["nothing", wire(), 0, CUT],
  ["no root", wire(1, "a"), 0, CUT],
  ["a cut-off label", wire(5, "a"), 0, CUT],
  ["half a pointer", wire(1, "a", 0xc0), 0, CUT],
  ["a pointer to itself", wire(0xc0, 0), 0, POINTER],
  ["a pointer forwards", wire(0xc0, 2, 0), 0, POINTER],
  ["pointers in a circle", wire(1, "a", 0xc0, 4, 0xc0, 0), 4, POINTER],
  ["a label type of 01", wire(0x41, 0), 0, "name too long"],
  ["a label type of 10", wire(0x80, 0), 0, "name too long"],
];
for (const [what, octets, offset, message] of broken) {
  Deno.test(`readName - refuses ${what}`, () =>
    assert.throws(() => readName(octets, offset), new FormatError(message)));
}

Deno.test("readName - refuses more than 255 octets, with or without pointers", () => {
  const long = wireOf(Array.from({ length: 4 }, () => new Uint8Array(63)));
  const tooLong = new FormatError("name too long");
  assert.throws(() => readName(long, 0), tooLong);
  const whole = wireOf([63, 63, 63, 61].map((n) => new Uint8Array(n)));
  assert.equal(readName(whole, 0).next, 255);
  const extended = wire(...whole, 1, "a", 0xc0, 0);
  assert.throws(() => readName(extended, 255), tooLong);
});

Deno.test("nameToWire - a trailing dot changes nothing", () => {
  assert.deepEqual(nameToWire("www.test."), nameToWire("www.test"));
  assert.deepEqual([...nameToWire("a\\.") ?? []], [2, 0x61, 0x2e, 0]);
});

Deno.test("nameToWire - accepts 255 octets and labels of 63", () => {
  const full = [63, 63, 63, 61].map((n) => "x".repeat(n)).join(".");
  assert.equal(nameToWire(full)?.length, 255);
  assert.equal(nameToWire(`${full}.`)?.length, 255);
  assert.equal(nameToWire(`${full}x`), null);
  assert.equal(nameToWire(`${full}.x`), null);
  assert.equal(nameToWire(full.replaceAll("x", "\\120"))?.length, 255);
  assert.equal(nameToWire("x".repeat(64)), null);
});

for (const text of samples.nameless) {
  Deno.test(`nameToWire - null for ${JSON.stringify(text)}`, () =>
    assert.equal(nameToWire(text), null));
}

Deno.test("nameToWire - returns a name or null for any text", () => {
  const text = fc.oneof(
    fc.array(fc.nat({ max: 0xffff })).map((units) =>
      String.fromCharCode(...units)
    ),
    fc.string({ unit: fc.constantFrom("a", ".", "\\", "0", "9") }),
  );
  forAll([text], (text) => {
    const made = nameToWire(text);
    if (made) assert.equal(readName(made, 0).next, made.length);
  });
});

Deno.test("readName - follows as many pointers as a name can have labels", () => {
  /** The root, and pointers of which each leads to the one before. */
  const chain = (length: number) => {
    const octets = [0];
    for (let target = 0; octets.length < 1 + 2 * length;) {
      const at = octets.length;
      octets.push(0xc0 | target >>> 8, target & 0xff);
      target = at;
    }
    return Uint8Array.from(octets);
  };
  const last = (length: number) => 1 + 2 * (length - 1);
  assert.equal(readName(chain(127), last(127)).text, ".");
  assert.throws(() => readName(chain(128), last(128)), FormatError);
});

for (const [text, name] of samples.reverse) {
  Deno.test(`reverseName - of ${text}`, () =>
    assert.equal(reverseName(ip(text)), name));
}

const word = fc.nat({ max: 0xffff_ffff });
const words = fc.tuple(word, word, word, word);

Deno.test("reverseName - spells all 128 bits of IPv6, lowest first", () => {
  forAll([words], (words) => {
    const nibbles = reverseName(ipv6FromWords(words))
      .replace(/\.ip6\.arpa\.$/, "").split(".");
    const value = BigInt("0x" + nibbles.reverse().join(""));
    assert.equal(nibbles.length, 32);
    const wanted = words.reduce((sum, part) => sum << 32n | BigInt(part), 0n);
    assert.equal(value, wanted);
  });
});

Deno.test("reverseWireName - is the same name on the wire", () => {
  const any = fc.oneof(word.map(ipv4FromValue), words.map(ipv6FromWords));
  const isSame = (ip: IpAddress) =>
    assert.deepEqual(reverseWireName(ip), nameToWire(reverseName(ip)));
  forAll([any], isSame);
  for (let octet = 0; octet < 256; octet++) {
    isSame(ipv4FromValue(octet * 0x1010101));
  }
});

const cases = samples.reserved as [string, boolean][];
for (const [name, isReserved] of cases) {
  Deno.test(`isReservedReverseName - ${name} is ${isReserved ? "one" : "none"}`, () =>
    assert.equal(isReservedReverseName(name), isReserved));
}
