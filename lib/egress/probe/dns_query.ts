import { type Cidr, enclosingCidr } from "../../net/cidr.ts";
import { ipv4FromValue, ipv6FromView } from "../../net/ip_address.ts";
import { FormatError } from "../../dns/errors.ts";
import { HEADER_LENGTH, toLowerOctet, TYPE_OPT } from "../../dns/question.ts";
import { frameAt } from "../../dns/message.ts";

const HEAD_LENGTH = 4;
const ADDRESS_BITS: Readonly<Record<number, number>> = { 1: 32, 2: 128 };

/** The client subnet for which a resolver queries (EDNS). */
interface ClientSubnet {
  /** Null if the resolver asks to withhold the subnet (a prefix of 0 bits). */
  readonly cidr: Cidr | null;
  /** The option's data for the response. */
  readonly echo: Uint8Array;
}

/**
 * Parses the data of an EDNS client subnet option in a query (RFC 7871 section
 * 6); null if it violates section 7.1.2.
 *
 * The response repeats the subnet with the scope set to the prefix length, so
 * it applies only to that subnet. Without the option in responses, resolvers
 * would stop sending it.
 */
export function readClientSubnet(data: Uint8Array): ClientSubnet | null {
  if (data.length < HEAD_LENGTH) return null;
  const family = data[0] << 8 | data[1];
  const prefixLength = data[2];
  const bits = ADDRESS_BITS[family];
  if (bits === undefined || prefixLength > bits || data[3] !== 0) return null;
  if (data.length !== HEAD_LENGTH + Math.ceil(prefixLength / 8)) return null;
  const octets = new Uint8Array(bits / 8);
  octets.set(data.subarray(HEAD_LENGTH));
  const view = new DataView(octets.buffer);
  const address = bits === 32
    ? ipv4FromValue(view.getUint32(0))
    : ipv6FromView(view, 0);
  const cidr = enclosingCidr(address, prefixLength);
  // Bits after the prefix must be zero.
  if (cidr.address !== address) return null;
  const echo = data.slice();
  echo[3] = prefixLength;
  return { cidr: prefixLength > 0 ? cidr : null, echo };
}

export const RESPONSE = 0x80;
const MAX_NAME_LENGTH = 255;
const MAX_LABEL_LENGTH = 63;
const OPTION_HEAD_LENGTH = 4;
export const OPTION_CLIENT_SUBNET = 8;

/** The content of an OPT record (RFC 6891 section 6.1). */
interface Edns {
  /** Maximum octets of a UDP response that the client accepts. */
  readonly payloadLength: number;
  readonly version: number;
  /** The "DNSSEC OK" bit, which the response repeats (RFC 3225 section 3). */
  readonly isDnssecOk: boolean;
  readonly subnet: ClientSubnet | "malformed" | null;
}

export interface DnsQuery {
  /** The whole message. */
  readonly bytes: Uint8Array;
  readonly opcode: number;
  /** The labels of the queried name in lower case, one character per octet. */
  readonly labels: readonly string[];
  /** The offset of each label in the message. */
  readonly offsets: readonly number[];
  readonly type: number;
  readonly class: number;
  /** The offset after the question. */
  readonly end: number;
  readonly edns: Edns | null;
}

/**
 * Parses a message with one question and no answers; null for anything else.
 * Responses are ignored, because two servers would respond to each other
 * forever.
 *
 * A name is a list of labels, because a label can contain a dot.
 */
export function readQuery(bytes: Uint8Array): DnsQuery | null {
  try {
    return readMessage(bytes);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

function readMessage(bytes: Uint8Array): DnsQuery | null {
  if (bytes.length < HEADER_LENGTH || (bytes[2] & RESPONSE) !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const hasOneQuestion = view.getUint16(4) === 1 && view.getUint32(6) === 0;
  if (!hasOneQuestion) return null;
  const { labels, offsets, next } = readLabels(bytes);
  const end = next + 4;
  if (end > bytes.length) return null;
  return {
    bytes,
    opcode: (bytes[2] >> 3) & 0x0f,
    labels,
    offsets,
    type: view.getUint16(next),
    class: view.getUint16(next + 2),
    end,
    edns: readAdditional(bytes, view, end),
  };
}

function readLabels(bytes: Uint8Array) {
  const labels: string[] = [];
  const offsets: number[] = [];
  let at = HEADER_LENGTH;
  for (;;) {
    const length = bytes[at];
    if (length === 0) return { labels, offsets, next: at + 1 };
    const next = at + 1 + length;
    // A pointer could lead only into the header here.
    const isName = length <= MAX_LABEL_LENGTH && next < bytes.length &&
      next < HEADER_LENGTH + MAX_NAME_LENGTH;
    if (!isName) throw new FormatError("no name");
    const octets = bytes.subarray(at + 1, next);
    labels.push(String.fromCharCode(...octets.map(toLowerOctet)));
    offsets.push(at);
    at = next;
  }
}

/** Parses the records after the question, to the end of the message. */
function readAdditional(
  bytes: Uint8Array,
  view: DataView,
  end: number,
): Edns | null {
  let edns: Edns | null = null;
  let at = end;
  for (let count = view.getUint16(10); count > 0; count--) {
    const { fixed, type, start, end: next } = frameAt(bytes, view, at);
    if (type === TYPE_OPT) {
      // Its owner is the root, and it occurs once.
      if (edns || fixed !== at + 1) throw new FormatError("a misplaced OPT");
      edns = {
        payloadLength: view.getUint16(fixed + 2),
        version: bytes[fixed + 5],
        isDnssecOk: (bytes[fixed + 6] & 0x80) !== 0,
        subnet: readSubnetOption(bytes.subarray(start, next)),
      };
    }
    at = next;
  }
  if (at !== bytes.length) throw new FormatError("more than its records");
  return edns;
}

function readSubnetOption(options: Uint8Array): Edns["subnet"] {
  let subnet: Edns["subnet"] = null;
  for (let at = 0; at < options.length;) {
    const start = at + OPTION_HEAD_LENGTH;
    if (start > options.length) throw new FormatError("option cut off");
    const next = start + (options[at + 2] << 8 | options[at + 3]);
    if (next > options.length) throw new FormatError("option data cut off");
    const code = options[at] << 8 | options[at + 1];
    if (code === OPTION_CLIENT_SUBNET) {
      subnet = subnet
        ? "malformed"
        : readClientSubnet(options.subarray(start, next)) ?? "malformed";
    }
    at = next;
  }
  return subnet;
}
