import { parseIp } from "../../lib/net/ip_address.ts";
import { writeMmdb } from "./mmdb.ts";

/** The places that a database must contain to be accepted. */
const KNOWN = {
  "8.8.8.8": "US",
  "202.12.29.142": "AU",
  "41.0.0.1": "ZA",
  "200.160.2.3": "BR",
  "2001:67c:2e8:22::c100:68b": "NL",
};

/** A nested database, like DB-IP's, with these places and the given ones. */
export function placesMmdb(
  more: Record<string, string> = {},
  type = "test",
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries({ ...KNOWN, ...more }).map(([text, code]) =>
    [bitsOf(text), { country: { iso_code: code } }] as const
  );
  return writeMmdb(entries, { ipVersion: 6, type, buildEpoch: 1_780_000_000 });
}

/** The bits of an address in a tree of IP version 6. */
function bitsOf(text: string): string {
  const ip = parseIp(text)!;
  const words = ip.family === 4 ? [0, 0, 0, ip.value] : ip.words;
  return words.map((word) => word.toString(2).padStart(32, "0")).join("");
}
