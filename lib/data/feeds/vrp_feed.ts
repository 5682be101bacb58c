import { parseAsn } from "../../net/target.ts";
import { parseCidr } from "../../net/cidr.ts";
import { VrpTableBuilder } from "../networks/vrp_table_build.ts";
import type { Compiled, FeedDeps } from "./feed.ts";
import { checkNotPrivate, RowCounter } from "./prefix_file.ts";
import { ROUTE_LENGTHS } from "./route_feeds.ts";
import { readCsvRows, readText, timeIn } from "./source_text.ts";

/** About 800,000 are valid. */
const MAX_VRPS = 4_000_000;

/** Longest object of a VRP, in characters, and the most that precedes the first. */
const MAX_OBJECT = 4096;
const MAX_METADATA = 1 << 20;

/** A VRP as it is written: number or `AS15169`, prefix, maximum length. */
type Fields = readonly [asn: string, prefix: string, maxLength: string];

/**
 * Compiles the validated ROA payloads of an RPKI validator into the table that
 * `VrpTable` reads. Reads rpki-client's and Routinator's JSON,
 * `{"metadata": {…}, "roas": [{"asn": 13335, "prefix": "1.0.0.0/24", "maxLength": 24, …}]}`,
 * and their CSV, `ASN,IP Prefix,Max Length,Trust Anchor[,Expires]` with that header
 * line. Ignores prefixes that are not on the public internet.
 *
 * @throws {Error} if too many rows are invalid or repeated, one is private, or the file is truncated
 */
export async function compileVrps(
  { isBogon }: Pick<FeedDeps, "isBogon">,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Compiled> {
  const count = new RowCounter();
  const builder = new VrpTableBuilder();
  const dated: { builtAt: number | null } = { builtAt: null };
  for await (const fields of readVrps(source, dated, signal)) {
    count.add(addVrp(builder, fields, isBogon));
    if (builder.size > MAX_VRPS) {
      throw new Error(`it has over ${MAX_VRPS} VRPs`);
    }
  }
  count.check();
  const { size } = builder;
  if (size === 0) throw new Error("it has no public prefixes");
  const { bytes, entries } = builder.build(dated.builtAt ?? 0);
  if ((size - entries) * 2 >= size) {
    throw new Error(`${size - entries} of ${size} VRPs are repeated`);
  }
  await Deno.writeFile(target, bytes);
  return { entries, builtAt: dated.builtAt };
}

/** Returns whether the VRP is valid; one without effect is not added. */
function addVrp(
  builder: VrpTableBuilder,
  [number, prefix, max]: Fields,
  isBogon: FeedDeps["isBogon"],
): boolean {
  const asn = parseAsn(number);
  const cidr = parseCidr(prefix);
  const maxLength = /^\d{1,3}$/.test(max) ? Number(max) : NaN;
  if (asn === null || !cidr || !prefix.includes("/")) return false;
  const { address, prefixLength: length } = cidr;
  const { family } = address;
  const isLength = maxLength >= length &&
    maxLength <= (family === 4 ? 32 : 128);
  if (!isLength) return false;
  checkNotPrivate(cidr);
  // Prefixes of other lengths cover no route that counts.
  const [shortest, longest] = ROUTE_LENGTHS[family];
  if (length < shortest || length > longest || isBogon(cidr)) return true;
  const [high, low] = family === 4 ? [0, address.value] : address.words;
  builder.add(family, { high, low, length, maxLength, asn });
  return true;
}

async function* readVrps(
  source: string,
  dated: { builtAt: number | null },
  signal?: AbortSignal,
): AsyncGenerator<Fields> {
  if (await startOf(source) === "{") {
    yield* readJson(source, dated, signal);
    return;
  }
  for await (
    const [asn, prefix = "", max = ""] of readCsvRows(source, {}, signal)
  ) {
    if (asn !== "ASN") yield [asn, prefix, max];
  }
}

async function startOf(source: string): Promise<string | undefined> {
  for await (const text of readText(source)) {
    const first = text.trimStart().at(0);
    if (first !== undefined) return first;
  }
}

/** Reads the objects of `roas` one by one: the whole file, of 80 MB, would take much memory. */
async function* readJson(
  source: string,
  dated: { builtAt: number | null },
  signal?: AbortSignal,
): AsyncGenerator<Fields> {
  let rest = "";
  let state: "before" | "inside" | "after" = "before";
  for await (const text of readText(source, signal)) {
    if (state === "after") continue;
    rest += text;
    if (state === "before") {
      const start = /"roas"\s*:\s*\[/.exec(rest);
      if (!start) {
        if (rest.length > MAX_METADATA) break;
        continue;
      }
      dated.builtAt = timeIn(rest.slice(0, start.index), TIME);
      rest = rest.slice(start.index + start[0].length);
      state = "inside";
    }
    let at = 0;
    const last = rest.indexOf("]");
    for (;;) {
      const end = rest.indexOf("}", at);
      if (last >= 0 && (end < 0 || last < end)) {
        state = "after";
        break;
      }
      if (end < 0) break;
      yield fieldsOf(rest.slice(rest.indexOf("{", at), end + 1));
      at = end + 1;
    }
    rest = rest.slice(at);
    if (rest.length > MAX_OBJECT && state === "inside" && at === 0) {
      throw new Error(`it has an object of over ${MAX_OBJECT} characters`);
    }
  }
  if (state === "before") throw new Error("it has no list of ROAs");
  if (state === "inside") throw new Error("it is truncated");
}

function fieldsOf(text: string): Fields {
  try {
    const { asn, prefix, maxLength } = JSON.parse(text);
    return [`${asn}`, `${prefix}`, `${maxLength}`];
  } catch {
    return ["", "", ""];
  }
}

/** The time in the metadata of rpki-client, or of Routinator. */
const TIME = /"(?:buildtime|generatedTime)"\s*:\s*"([^"]{8,40})"/;
