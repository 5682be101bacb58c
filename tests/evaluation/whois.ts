/**
 * Compares what the whois parser reads in recorded responses with what others
 * have read in them, and prints recall and precision of each field.
 *
 *     deno task evaluate whois --recordings FOLDER [--registries] [--misses]
 *
 * FOLDER contains recordings as weppos/whois-parser publishes them: SERVER/…/NAME.txt
 * is a response, NAME.expected beside it is what its authors read. Every third
 * server is held out: rules are written with only the others in view.
 */
import { parseArgs } from "node:util";
import * as whoiser from "whoiser/src/parsers.js";
import { parseWhoisRecord } from "../../lib/whois/whois_record.ts";
import { RegistryError } from "../../lib/whois/rdap/registry_error.ts";
import { parseDomain } from "../../lib/net/domain.ts";
import {
  type Field,
  FIELDS,
  type Reading,
  readRecordings,
  type Recording,
  YES,
} from "./whois_recordings.ts";

// Some readers keep the registry's code of a registrar, and others don't.
const plain = (text: string) =>
  text.replace(/ t\/a .*| *\( ?https?:.*/, "").replace(
    /(?: R\d+-[A-Z]+)? \([A-Z]?\d+(?:-[A-Z]+)?\)$/,
    "",
  )
    .replace(/ R\d+-[A-Z]+$/, "").toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
const host = (text: string) => text.toLowerCase().replace(/\.$/, "");
const DAY_MS = 86_400_000;

/**
 * The days that a text can mean: `2016-09-24 16:20:09 UTC`, `20160924`,
 * `2016. 09. 24.`, `24-Sep-2016`, `24.9.2016`, `16/09/03`; both orders of
 * `01/03/2022`.
 */
function daysOf(text: string): number[] {
  const first = /^(\d{4})[-/.]? ?(\d\d)[-/.]? ?(\d\d)/.exec(text);
  if (first) return [Date.UTC(+first[1], +first[2] - 1, +first[3])];
  const last = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d\d)\b/.exec(text);
  if (!last) return [Date.parse(text.replace("before ", ""))];
  const [, a, b, year] = last.map(Number);
  const full = year < 100 ? 2000 + year : year;
  return [Date.UTC(full, b - 1, a), Date.UTC(full, a - 1, b)];
}

function isRight(
  field: Field,
  [value, ...others]: readonly string[],
  expected: readonly string[],
): boolean {
  if (field === "registered" || field === "free") return expected[0] === "yes";
  if (field === "name servers") {
    const all = new Set([value, ...others].map(host));
    return all.symmetricDifference(new Set(expected.map(host))).size === 0;
  }
  if (field === "registrar" || field === "registrant") {
    return [value, ...others].some((one) =>
      expected.some((text) => plain(text) === plain(one))
    );
  }
  // The recordings were read in the zone of the registry, or of the reader.
  const at = Date.parse(value.slice(0, 10));
  return expected.flatMap(daysOf).some((day) => Math.abs(at - day) <= DAY_MS);
}

const one = (text: string | null | undefined) => text ? [text] : [];

/** Null for a response that the parser does not accept. */
type Parse = (recording: Recording) => Reading | null;

const ours: Parse = ({ domain, text }) => {
  const name = parseDomain(domain) ?? { ascii: domain };
  try {
    const record = parseWhoisRecord(name, text);
    if (record === null) return { free: YES };
    const registrant = record.contacts.find(({ roles }) =>
      roles.includes("registrant")
    );
    return {
      registered: YES,
      created: one(record.createdAt),
      updated: one(record.updatedAt),
      expires: one(record.expiresAt),
      registrar: one(record.registrar),
      "name servers": record.nameServers.map(({ name }) => name),
      registrant: [
        ...one(registrant?.name),
        ...one(registrant?.organisation),
        ...one(registrant?.handle),
      ],
    };
  } catch (error) {
    if (error instanceof RegistryError) return null;
    throw error;
  }
};

/** As its README suggests: values by label, dates as `Date` reads them. */
const others: Parse = ({ domain, text }) => {
  const parsed: Record<string, unknown> = whoiser.parseDomainWhois(
    domain,
    text,
    false,
  );
  const textOf = (label: string) => one(parsed[label]?.toString());
  const timeOf = (label: string) => {
    const at = new Date(textOf(label)[0] ?? "");
    return Number.isNaN(at.getTime()) ? [] : [at.toISOString()];
  };
  const servers = parsed["Name Server"];
  const found = {
    created: timeOf("Created Date"),
    updated: timeOf("Updated Date"),
    expires: timeOf("Expiry Date"),
    registrar: textOf("Registrar"),
    "name servers": Array.isArray(servers) ? servers.map(String) : [],
    registrant: [
      ...textOf("Registrant Name"),
      ...textOf("Registrant Organization"),
    ],
  };
  const { created, expires, registrar } = found;
  // It does not say whether a name is registered.
  const isRecord = [created, expires, registrar, found["name servers"]]
    .some(({ length }) => length > 0);
  return { ...found, ...isRecord ? { registered: YES } : {} };
};

class Tally {
  /** Values that were expected, given, and given rightly. */
  wanted = 0;
  given = 0;
  right = 0;

  add({ wanted, given, right }: Tally): void {
    this.wanted += wanted;
    this.given += given;
    this.right += right;
  }

  toString(): string {
    const per = (all: number) =>
      all === 0 ? "–" : (100 * this.right / all).toFixed(1);
    return `${per(this.wanted)} / ${per(this.given)} (${this.wanted})`;
  }
}

type Tallies = Record<Field, Tally>;
const newTallies = () =>
  Object.fromEntries(FIELDS.map((field) => [field, new Tally()])) as Tallies;

const { values } = parseArgs({
  args: Deno.args.slice(1),
  options: {
    recordings: { type: "string" },
    registries: { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
    heldOut: { type: "boolean", default: false },
  },
});
const folder = values.recordings;
if (folder === undefined) throw new Error("--recordings FOLDER is missing");

const recordings = readRecordings(folder);
const servers = [...new Set(recordings.map(({ server }) => server))];
const isHeldOut = (server: string) => servers.indexOf(server) % 3 === 2;
const misses: string[] = [];
const takenAsFree: string[] = [];

function measure(parse: Parse): Map<string, Tallies> {
  const byServer = new Map<string, Tallies>();
  for (const recording of recordings) {
    const { server, path, expected } = recording;
    const tallies = byServer.getOrInsertComputed(server, newTallies);
    const reading = parse(recording) ?? {};
    if (
      parse === ours && reading.free &&
      (expected.registered?.length || expected.free?.length === 0)
    ) {
      takenAsFree.push(path);
    }
    for (const field of FIELDS) {
      const wanted = expected[field];
      if (wanted === undefined) continue;
      const tally = tallies[field];
      const given = reading[field] ?? [];
      const right = given.length > 0 && isRight(field, given, wanted);
      if (wanted.length > 0) tally.wanted++;
      if (given.length > 0) tally.given++;
      if (right) tally.right++;
      if (parse === ours && !right && wanted.length + given.length > 0) {
        if (isHeldOut(server) === values.heldOut) {
          misses.push(
            `${path}: ${field}: ${given.join(", ") || "–"} for ${
              wanted.join(", ") || "–"
            }`,
          );
        }
      }
    }
  }
  return byServer;
}

const sumOf = (
  byServer: ReadonlyMap<string, Tallies>,
  isIncluded: (server: string) => boolean,
) => {
  const sum = newTallies();
  for (const [server, tallies] of byServer) {
    if (!isIncluded(server)) continue;
    for (const field of FIELDS) sum[field].add(tallies[field]);
  }
  return sum;
};

const mine = measure(ours);
const theirs = measure(others);
const row = (...cells: unknown[]) => console.log(`| ${cells.join(" | ")} |`);
row("recall / precision in % (number)", ...FIELDS);
row("---", ...FIELDS.map(() => "---"));
const everywhere = () => true;
const open = (server: string) => !isHeldOut(server);
const cases = [
  ["all", sumOf(mine, everywhere)],
  ["in view", sumOf(mine, open)],
  ["held out", sumOf(mine, isHeldOut)],
  ["whoiser", sumOf(theirs, everywhere)],
] as const;
for (const [name, sum] of cases) {
  row(name, ...FIELDS.map((field) => sum[field]));
}
if (values.registries) {
  for (const [server, tallies] of mine) {
    row(server, ...FIELDS.map((field) => tallies[field]));
    const other = theirs.get(server) ?? newTallies();
    row(`${server}, whoiser`, ...FIELDS.map((field) => other[field]));
  }
}
console.log(
  `${recordings.length} recordings; not free, but said to be: ${takenAsFree.length}`,
);
for (const path of takenAsFree) console.log(path);
if (values.misses) console.log(misses.join("\n"));
