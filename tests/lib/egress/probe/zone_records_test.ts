import assert from "node:assert/strict";
import {
  addressRecord,
  isRefused,
  nameAt,
  nsRecord,
  parseNonce,
  soaRecord,
  txtRecord,
} from "../../../../lib/egress/probe/zone_records.ts";
import { NONCE } from "./dns_messages.ts";
import { ip } from "./probe_server.ts";

const cases: [text: string, nonce: string | null][] = [
  ["0123456789abcdef", "0123456789abcdef"],
  ["0123456789ABCdef", "0123456789abcdef"],
  [NONCE, NONCE],
  ["x".repeat(40), "x".repeat(40)],
  ["x".repeat(15), null],
  ["x".repeat(41), null],
  ["0123456789abcde_", null],
  ["0123456789.abcdef", null],
  ["0123456789abcdef\n", null],
  ["0123456789abcdeſ", null],
  ["0123456789abcde\u212a", null],
  ["", null],
];
for (const [text, nonce] of cases) {
  Deno.test(`parseNonce - ${JSON.stringify(text)} is ${nonce}`, () =>
    assert.equal(parseNonce(text), nonce));
}

Deno.test("isRefused - transfers, and other classes than IN", () => {
  const queries = [[1, 1], [1, 251], [1, 252], [1, 255], [3, 1]];
  const refused = queries.map(([of, type]) => isRefused({ class: of, type }));
  assert.deepEqual(refused, [false, true, true, false, true]);
});

const owner = nameAt(12);
/** Owner, type, class and a TTL of 0. */
const head = (type: number) => [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0];

Deno.test("nameAt - encodes a pointer, with or without a label", () => {
  assert.deepEqual([...nameAt(12)], [0xc0, 12]);
  assert.deepEqual([...nameAt(260, "ns")], [2, 0x6e, 0x73, 0xc1, 4]);
});

const times = [0, 0, 0, 1, 0, 0, 14, 16, 0, 0, 2, 88, 0, 1, 0x51, 0x80];
const records: [what: string, record: Uint8Array, octets: number[]][] = [
  [
    "addressRecord - encodes A",
    addressRecord(owner, ip("192.0.2.1")),
    [...head(1), 0, 4, 192, 0, 2, 1],
  ],
  [
    "addressRecord - encodes AAAA",
    addressRecord(owner, ip("2001:db8::1")),
    [...head(28), 0, 16, 0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1],
  ],
  ["nsRecord - NS", nsRecord(owner, nameAt(20)), [...head(2), 0, 2, 0xc0, 20]],
  [
    "txtRecord - encodes two strings",
    txtRecord(owner, ["ab", "c"]),
    [...head(16), 0, 5, 2, 0x61, 0x62, 1, 0x63],
  ],
  [
    "soaRecord - encodes SOA",
    soaRecord(owner, nameAt(20), nameAt(30)),
    [...head(6), 0, 24, 0xc0, 20, 0xc0, 30, ...times, 0, 0, 0, 0],
  ],
];
for (const [name, record, octets] of records) {
  Deno.test(name, () => assert.deepEqual([...record], octets));
}

Deno.test("txtRecord - cuts a string to its maximum length", () =>
  assert.equal(txtRecord(owner, ["x".repeat(300)]).length, 12 + 1 + 255));
