import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import {
  bindingSuccess,
  fingerprint,
  isBindingResponse,
  readBindingRequest,
  unknownAttributes,
  xorMappedAddress,
} from "../../../../lib/egress/probe/stun_message.ts";
import { ip } from "./probe_server.ts";
import { bindingRequest, TRANSACTION } from "./stun_messages.ts";

const hex = (text: string) =>
  Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ""), "hex"));

/** RFC 5769 section 2.1: a request with USERNAME, PRIORITY and both checks. */
const SAMPLE_REQUEST = hex(`
  00010058 2112a442 b7e7a701 bc34d686 fa87dfae
  80220010 5354554e 20746573 7420636c 69656e74
  00240004 6e0001ff
  80290008 932ff9b1 51263b36
  00060009 6576746a 3a683676 59202020
  00080014 9aeaa70c bfd8cb56 781ef2b5 b2d3f249 c1b571a2
  80280004 e57a3bcf`);
/** RFC 5769 section 2.2 */
const SAMPLE_V4_RESPONSE = hex(`
  0101003c 2112a442 b7e7a701 bc34d686 fa87dfae
  8022000b 74657374 20766563 746f7220
  00200008 0001a147 e112a643
  00080014 2b91f599 fd9e90c3 8c7489f9 2af9ba53 f06be7d7
  80280004 c07d4c96`);
/** RFC 5769 section 2.3 */
const SAMPLE_V6_RESPONSE = hex(`
  01010048 2112a442 b7e7a701 bc34d686 fa87dfae
  8022000b 74657374 20766563 746f7220
  00200014 0002a147 0113a9fa a5d3f179 bc25f4b5 bed2b9d9
  00080014 a382954e 4be67bf1 1784c97c 8292c275 bfe3ed41
  80280004 c8fb0b4c`);

/** Asserts that a message ends with its own fingerprint. */
function assertFingerprint(message: Uint8Array<ArrayBuffer>) {
  const written = new DataView(message.buffer).getUint32(message.length - 4);
  assert.equal(fingerprint(message.subarray(0, -8)), written);
}

Deno.test("fingerprint - matches those of RFC 5769's samples", () => {
  assertFingerprint(SAMPLE_REQUEST);
  assertFingerprint(SAMPLE_V4_RESPONSE);
  assertFingerprint(SAMPLE_V6_RESPONSE);
});

Deno.test("xorMappedAddress - matches RFC 5769's sample responses", () => {
  const mapped = (text: string) =>
    Uint8Array.from(xorMappedAddress(TRANSACTION, ip(text), 32_853));
  assert.deepEqual(mapped("192.0.2.1"), SAMPLE_V4_RESPONSE.slice(40, 48));
  assert.deepEqual(
    mapped("2001:db8:1234:5678:11:2233:4455:6677"),
    SAMPLE_V6_RESPONSE.slice(40, 60),
  );
});

Deno.test("isBindingResponse - a success with the cookie and the request's transaction", () => {
  const isResponse = (change: (bytes: Uint8Array) => Uint8Array | void) => {
    const bytes = SAMPLE_V4_RESPONSE.slice();
    return isBindingResponse(change(bytes) ?? bytes, TRANSACTION);
  };
  assert.equal(isResponse(() => {}), true);
  // The type, the cookie, and the last octet of the transaction.
  for (const at of [0, 4, 19]) {
    assert.equal(isResponse((bytes) => void (bytes[at] ^= 0x10)), false);
  }
  assert.equal(isResponse((bytes) => bytes.subarray(0, 19)), false);
});

const mixed = [0x7f00, 0x0003, 0x7f00, 0x8022, 0xffff, 0x0006];
const many = Array.from({ length: 40 }, (_, i) => 0x7f00 + i);
const requests: [what: string, message: Uint8Array, unknown: number[]][] = [
  // Its PRIORITY is of another specification.
  ["reads RFC 5769's sample request", SAMPLE_REQUEST, [0x0024]],
  ["reads the shortest request", bindingRequest(), []],
  ["lists required attributes once", bindingRequest(mixed), [0x7f00, 0x0003]],
  ...[0x0008, 0x001c].map((check): typeof requests[number] => [
    `ignores attributes after the integrity check ${check}`,
    bindingRequest([0x7f00, check, 0x7f01]),
    [0x7f00],
  ]),
  ["lists at most 16", bindingRequest(many), many.slice(0, 16)],
];
for (const [what, message, unknown] of requests) {
  Deno.test(`readBindingRequest - ${what}`, () => {
    const read = { transactionId: TRANSACTION, unknown };
    assert.deepEqual(readBindingRequest(message), read);
  });
}

const plain = bindingRequest();
const broken: [what: string, bytes: Uint8Array][] = [
  ["nothing", new Uint8Array()],
  ["a header cut off", plain.subarray(0, 19)],
  ["a length that is too long", plain.with(3, 4)],
  ["a length that is too short", bindingRequest([0x8022]).with(3, 0)],
  ["another cookie", plain.with(4, 0)],
  ["an indication", plain.with(1, 0x11)],
  ["a success", plain.with(0, 1)],
  ["an error", plain.with(0, 1).with(1, 0x11)],
  ["another method", plain.with(1, 3)],
  ["what is no STUN", plain.with(0, 0x80)],
  ["an attribute cut off", bindingRequest([0x8022]).with(23, 1)],
  ["half an attribute", Uint8Array.from([...plain.with(3, 2), 0x80, 0x22])],
  ["a wrong fingerprint", SAMPLE_REQUEST.with(30, 0)],
  ["a fingerprint that is not the last", bindingRequest([0x8028, 0x8022])],
  ["a fingerprint of no octets", bindingRequest([0x8028])],
];
for (const [what, bytes] of broken) {
  Deno.test(`readBindingRequest - ignores ${what}`, () =>
    assert.equal(readBindingRequest(bytes), null));
}

const request = { transactionId: TRANSACTION, unknown: [] };

Deno.test("bindingSuccess - encodes an address in 40 octets, or 52", () => {
  const success = (text: string) =>
    Uint8Array.from(bindingSuccess(request, ip(text), 32_853));
  const v4 = success("192.0.2.1");
  assert.deepEqual(
    v4.subarray(0, 36),
    hex(`01010014 2112a442 b7e7a701 bc34d686 fa87dfae
      00200008 0001a147 e112a643 80280004`),
  );
  assert.equal(v4.length, 40);
  const v6 = success("2001:db8:1234:5678:11:2233:4455:6677");
  assert.deepEqual(
    v6.subarray(0, 48),
    hex(`01010020 2112a442 b7e7a701 bc34d686 fa87dfae
      00200014 0002a147 0113a9fa a5d3f179 bc25f4b5 bed2b9d9 80280004`),
  );
  assert.equal(v6.length, 52);
  assertFingerprint(v4);
  assertFingerprint(v6);
});

Deno.test("unknownAttributes - encodes error 420 and the types", () => {
  const reason = Buffer.from("Unknown Attribute").toString("hex");
  const message = Uint8Array.from(
    unknownAttributes({ ...request, unknown: [0x7f00] }),
  );
  assert.deepEqual(
    message.subarray(0, -4),
    hex(`0111002c 2112a442 b7e7a701 bc34d686 fa87dfae
      00090015 00000414 ${reason} 000000
      000a0002 7f000000 80280004`),
  );
});

Deno.test("bindingSuccess - can be decoded for any address and port", () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6()).map(ip);
  const id = fc.uint8Array({ minLength: 12, maxLength: 12 });
  fc.assert(fc.property(address, fc.nat(65_535), id, (address, port, id) => {
    const message = Buffer.from(
      bindingSuccess({ transactionId: id, unknown: [] }, address, port),
    );
    assert.equal(message.readUInt16BE(26) ^ 0x2112, port);
    const mask = message.subarray(4, 20);
    const masked = message.subarray(28, -8);
    const octets = Buffer.from(masked.map((octet, i) => octet ^ mask[i]));
    const words = octets.length === 4
      ? [octets.readUInt32BE()]
      : [0, 4, 8, 12].map((at) => octets.readUInt32BE(at));
    const expected = address.family === 4 ? [address.value] : address.words;
    assert.deepEqual(words, expected);
  }));
});
