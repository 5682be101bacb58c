import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import type { IpAddress } from "../../net/ip_address.ts";

/*
 * STUN messages (RFC 8489), as far as a server without authentication needs
 * them. An attribute has a type and a length, of 4 octets together, and a value
 * padded to a multiple of 4.
 */

const HEADER_LENGTH = 20;
const MAGIC_COOKIE = 0x2112_a442;
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const BINDING_ERROR = 0x0111;

const ERROR_CODE = 0x0009;
const UNKNOWN_ATTRIBUTES = 0x000a;
const XOR_MAPPED_ADDRESS = 0x0020;
const FINGERPRINT = 0x8028;
const MESSAGE_INTEGRITY = 0x0008;
const MESSAGE_INTEGRITY_SHA256 = 0x001c;

/** XORed with the checksum; "STUN" in ASCII (RFC 8489 section 14.7). */
const FINGERPRINT_XOR = 0x5354_554e;
/**
 * A server must understand all attributes of lower types to respond (RFC 8489
 * section 14).
 */
const FIRST_OPTIONAL = 0x8000;
/** The types that RFC 8489 defines (section 18.3.1). */
const KNOWN = new Set([
  ...[0x0001, 0x0006, MESSAGE_INTEGRITY, ERROR_CODE, UNKNOWN_ATTRIBUTES],
  ...[0x0014, 0x0015, MESSAGE_INTEGRITY_SHA256, 0x001d, 0x001e],
  XOR_MAPPED_ADDRESS,
]);
/** Maximum number of unknown types in a response. */
const MAX_UNKNOWN = 16;

interface BindingRequest {
  /** 12 octets. */
  readonly transactionId: Uint8Array;
  /** Types of required attributes that this server does not know. */
  readonly unknown: readonly number[];
}

/** A binding request without attributes, as a client sends it. */
export function bindingRequest(transactionId: Uint8Array): Uint8Array {
  return message(BINDING_REQUEST, transactionId, []);
}

/** Whether a message is the successful response to a request. */
export function isBindingResponse(
  bytes: Uint8Array,
  transactionId: Uint8Array,
): boolean {
  if (bytes.length < HEADER_LENGTH) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return view.getUint16(0) === BINDING_SUCCESS &&
    view.getUint32(4) === MAGIC_COOKIE &&
    transactionId.every((byte, i) => bytes[8 + i] === byte);
}

/**
 * Parses a binding request; null for anything else, and if the fingerprint is
 * wrong.
 */
export function readBindingRequest(bytes: Uint8Array): BindingRequest | null {
  if (bytes.length < HEADER_LENGTH) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isRequest = view.getUint16(0) === BINDING_REQUEST &&
    view.getUint16(2) === bytes.length - HEADER_LENGTH &&
    view.getUint32(4) === MAGIC_COOKIE;
  if (!isRequest) return null;
  const unknown = new Set<number>();
  let isIntact = true;
  for (let at = HEADER_LENGTH; at < bytes.length;) {
    if (at + 4 > bytes.length) return null;
    const type = view.getUint16(at);
    const length = view.getUint16(at + 2);
    const next = at + 4 + padded(length);
    if (next > bytes.length) return null;
    if (type === FINGERPRINT) {
      const isRight = length === 4 && next === bytes.length &&
        view.getUint32(at + 4) === fingerprint(bytes.subarray(0, at));
      if (!isRight) return null;
    } else if (isIntact && type < FIRST_OPTIONAL && !KNOWN.has(type)) {
      unknown.add(type);
    }
    // Attributes after the integrity check are not protected by it, and must be
    // ignored.
    if (type === MESSAGE_INTEGRITY || type === MESSAGE_INTEGRITY_SHA256) {
      isIntact = false;
    }
    at = next;
  }
  return {
    transactionId: bytes.slice(8, HEADER_LENGTH),
    unknown: [...unknown].slice(0, MAX_UNKNOWN),
  };
}

/**
 * The fingerprint of a message, from everything before it (RFC 8489 section
 * 14.7). The length in the header must already include the fingerprint.
 */
export function fingerprint(before: Uint8Array): number {
  return (crc32(before) ^ FINGERPRINT_XOR) >>> 0;
}

/** The response with the sender's address and port. */
export function bindingSuccess(
  { transactionId }: BindingRequest,
  ip: IpAddress,
  port: number,
): Uint8Array {
  const address = xorMappedAddress(transactionId, ip, port);
  return message(BINDING_SUCCESS, transactionId, [
    attribute(XOR_MAPPED_ADDRESS, address),
  ]);
}

/** The response that lists unknown attributes (RFC 8489 section 6.3.1). */
export function unknownAttributes(
  { transactionId, unknown }: BindingRequest,
): Uint8Array {
  const reason = new TextEncoder().encode("Unknown Attribute");
  const types = unknown.flatMap((type) => [type >> 8, type & 0xff]);
  return message(BINDING_ERROR, transactionId, [
    attribute(ERROR_CODE, Uint8Array.from([0, 0, 4, 20, ...reason])),
    attribute(UNKNOWN_ATTRIBUTES, Uint8Array.from(types)),
  ]);
}

/**
 * The value of XOR-MAPPED-ADDRESS (RFC 8489 section 14.2). The address is
 * masked because some NATs rewrite their own address wherever it occurs in a
 * packet.
 */
export function xorMappedAddress(
  transactionId: Uint8Array,
  ip: IpAddress,
  port: number,
): Uint8Array {
  const words = ip.family === 4 ? [ip.value] : ip.words;
  const value = Buffer.alloc(4 + 4 * words.length);
  value.writeUInt8(ip.family === 4 ? 1 : 2, 1);
  value.writeUInt16BE(port ^ MAGIC_COOKIE >>> 16, 2);
  words.forEach((word, i) => value.writeUInt32BE(word, 4 + 4 * i));
  const mask = Buffer.alloc(16);
  mask.writeUInt32BE(MAGIC_COOKIE);
  mask.set(transactionId, 4);
  for (let i = 4; i < value.length; i++) value[i] ^= mask[i - 4];
  return value;
}

function message(
  type: number,
  transactionId: Uint8Array,
  attributes: readonly Uint8Array[],
): Uint8Array {
  const header = Buffer.alloc(HEADER_LENGTH);
  const before = Buffer.concat([header, ...attributes]);
  const print = Buffer.alloc(4);
  before.writeUInt16BE(type, 0);
  // The length includes the 8 octets of the fingerprint, which is added last.
  before.writeUInt16BE(before.length - HEADER_LENGTH + 8, 2);
  before.writeUInt32BE(MAGIC_COOKIE, 4);
  before.set(transactionId, 8);
  print.writeUInt32BE(fingerprint(before));
  return Buffer.concat([before, attribute(FINGERPRINT, print)]);
}

function attribute(type: number, value: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(4 + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  bytes.set(value, 4);
  return bytes;
}

function padded(length: number): number {
  return length + 3 & ~3;
}
