import { Buffer } from "node:buffer";
import { type Answer, decode, encode } from "dns-packet";

export const NONCE = "0a1b2c3d-4e5f-6789-abcd-ef0123456789";

export interface QueryOptions {
  type?: string;
  class?: "IN" | "CH";
  /** Null for a query without EDNS. */
  edns?: { payload?: number; version?: number; isDnssecOk?: boolean } | null;
  /** Data of an EDNS client subnet option. */
  subnet?: number[];
}

/** A query like a resolver's. */
export function queryOf(
  name: string,
  { type = "A", class: cls = "IN", edns = {}, subnet }: QueryOptions = {},
): Uint8Array {
  const opt = {
    type: "OPT",
    name: ".",
    udpPayloadSize: edns?.payload ?? 1232,
    extendedRcode: 0,
    ednsVersion: edns?.version ?? 0,
    flags: edns?.isDnssecOk ? 0x8000 : 0,
    flag_do: edns?.isDnssecOk ?? false,
    options: subnet
      ? [{ code: 8, type: "CLIENT_SUBNET", data: Buffer.from(subnet) }]
      : [],
  };
  return Uint8Array.from(encode({
    type: "query",
    id: 4711,
    questions: [{ name, type: type as "A", class: cls }],
    additionals: edns ? [opt as unknown as Answer] : [],
  }));
}

/** A message as decoded by a third-party library. */
export function decoded(bytes: Uint8Array | null) {
  if (!bytes) throw new Error("there is no answer");
  const message = decode(Buffer.from(bytes));
  // The library's types lack the response code.
  if (!("rcode" in message)) throw new Error("there is no response code");
  return { ...message, rcode: String(message.rcode) };
}

/** Records as `name type data`, without the OPT record. */
export function recordTexts(records: readonly Answer[] = []): string[] {
  return records.filter(({ type }) => type !== "OPT").map((record) => {
    const data = "data" in record ? record.data : null;
    const text = Array.isArray(data)
      ? data.map(String).join("|")
      : typeof data === "object" && data !== null && "mname" in data
      ? `${data.mname} ${data.rname} ${data.minimum}`
      : String(data);
    const ttl = "ttl" in record ? record.ttl : "";
    return `${record.name} ${ttl} ${record.type} ${text}`;
  });
}
