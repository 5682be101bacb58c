import assert from "node:assert/strict";
import fc from "fast-check";
import { Buffer } from "node:buffer";
import {
  type Edge,
  type EdgeKind,
  ipKey,
  ipText,
  normalizeName,
  prefixEnd,
  reversed,
  toIndexRow,
  toOctets,
  toStoredEdges,
  toText,
} from "../../../../lib/dns/index/edge.ts";
import {
  compareIp,
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import { ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import { ptr } from "./memory_index.ts";

const word = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 0xffff_ffff }),
);
const address: fc.Arbitrary<IpAddress> = fc.oneof(
  word.map(ipv4FromValue),
  fc.tuple(word, word, word, word).map(ipv6FromWords),
);

Deno.test("ipKey - family, then the address in network order", () => {
  assert.deepEqual([...ipKey(ip("192.0.2.1"))], [4, 192, 0, 2, 1]);
  const found = [...ipKey(ip("2001:db8::1"))];
  assert.deepEqual(found, [6, 0x20, 1, 0x0d, 0xb8, ...Array(11).fill(0), 1]);
});

Deno.test("ipKey - sorts like the addresses", () => {
  forAll([address, address], (a, b) => {
    const order = Buffer.compare(ipKey(a), ipKey(b));
    assert.equal(order, Math.sign(compareIp(a, b)));
  });
});

Deno.test("ipText - decodes the output of ipKey", () => {
  forAll([address], (ip) => assert.equal(ipText(ipKey(ip)), ip.text));
});

Deno.test("normalizeName - lower-cases only ASCII letters", () => {
  assert.equal(normalizeName("WWW.Example.COM"), "www.example.com");
  assert.equal(normalizeName("İ.ÄÖ.Σ"), "İ.ÄÖ.Σ");
  assert.equal(normalizeName("a\0B%_'\"*\\"), "a\0b%_'\"*\\");
});

Deno.test("normalizeName - an unpaired surrogate becomes U+FFFD", () =>
  assert.equal(normalizeName("a\ud800b"), "a\ufffdb"));

Deno.test("normalizeName - null if it is empty or longer than 1,024 octets", () => {
  assert.equal(normalizeName(""), null);
  assert.equal(normalizeName("a".repeat(1_024)), "a".repeat(1_024));
  assert.equal(normalizeName("a".repeat(1_025)), null);
  assert.equal(normalizeName("é".repeat(512)), "é".repeat(512));
  assert.equal(normalizeName("é".repeat(513)), null);
});

Deno.test("reversed - a reversed copy", () => {
  const octets = toOctets("aé");
  assert.deepEqual([...reversed(octets)], [0xa9, 0xc3, 0x61]);
  assert.equal(toText(octets), "aé");
});

Deno.test("prefixEnd - after every name with the prefix, before all others", () => {
  const end = prefixEnd(toOctets("ab"));
  assert.equal(toOctets("ab\u{10ffff}\u{10ffff}").compare(end), -1);
  assert.equal(toOctets("ac").compare(end), 1);
});

Deno.test("toStoredEdges - the rows of each kind", () => {
  const name = Buffer.from("a.b");
  const reversedName = Buffer.from("b.a");
  const common = (kindCode: number) => ({
    ...{ kindCode, text: "a.b", name, reversedName, seenMs: 7 },
    sortKey: `${kindCode}b.a`,
  });
  assert.deepEqual(
    toStoredEdges([{
      seenMs: 7,
      edges: [
        { kind: "address", name: "A.b", value: "2001:DB8::1" },
        { kind: "cname", name: "A.b", value: "WWW.c" },
        { kind: "ptr", name: "A.b", value: "192.0.2.1" },
      ],
    }]),
    [
      { ...common(0), value: Buffer.of(4, 192, 0, 2, 1) },
      { ...common(1), value: Buffer.from("www.c") },
      {
        ...common(2),
        value: Buffer.from("0620010db8000000000000000000000001", "hex"),
      },
      {
        kindCode: 3,
        text: "www.c",
        name: Buffer.from("www.c"),
        reversedName: Buffer.from("c.www"),
        value: Buffer.from("a.b"),
        seenMs: 7,
        sortKey: "3c.www",
      },
    ],
  );
});

Deno.test("toStoredEdges - sorted by reversed name; equal edges stay in order of time", () => {
  const stored = toStoredEdges([
    { seenMs: 1, edges: [ptr("b.x"), ptr("a.y"), ptr("a.x")] },
    { seenMs: 2, edges: [ptr("a.y"), ptr("B.X")] },
  ]);
  const expected = [["a.x", 1], ["b.x", 1], ["b.x", 2], ["a.y", 1], ["a.y", 2]];
  assert.deepEqual(stored.map(({ text, seenMs }) => [text, seenMs]), expected);
});

Deno.test("toStoredEdges - leaves out invalid names and addresses", () => {
  const edges: Edge[] = [ptr(""), ptr("a", "b.c"), ptr("a".repeat(1_025))];
  edges.push({ kind: "cname", name: "a", value: "" });
  assert.deepEqual(toStoredEdges([{ seenMs: 1, edges }]), []);
});

Deno.test("toIndexRow - reverses toStoredEdges", () => {
  const kinds = fc.constantFrom<EdgeKind>("ptr", "cname", "address");
  const anyName = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .map((text) => text.replace(/[A-Z]/g, "a"));
  const word = fc.integer({ min: 1, max: 0xffff });
  const ip6 = word.map((n) => `2001:db8::${n.toString(16)}`);
  const address = fc.oneof(fc.ipV4(), ip6);
  forAll([kinds, anyName, anyName, address], (kind, name, target, ip) => {
    const value = kind === "cname" ? target : ip;
    const edges = [{ kind, name, value }];
    const [edge] = toStoredEdges([{ seenMs: 5, edges }]);
    assert.deepEqual(
      toIndexRow({
        id: 1,
        kind: edge.kindCode,
        reversed_name: edge.reversedName,
        value: edge.value,
        first_seen_ms: 5,
        last_seen_ms: 6,
      }),
      { kind, name, value, firstSeenMs: 5, lastSeenMs: 6 },
    );
  });
});
