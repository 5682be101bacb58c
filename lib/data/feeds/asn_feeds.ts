import { MAX_CLASSES, parseAsn } from "../networks/asn_classes.ts";
import { formatStoredText, STORED_TEXT_FORMAT } from "../stored_text.ts";
import { readCsvRows } from "./source_text.ts";
import type { Compiled, FeedDefinition } from "./feed.ts";
import { type ParsedList, RowCounter } from "./prefix_file.ts";
import { parseSpamhaus } from "./prefix_formats.ts";

/**
 * Writes the distinct AS numbers of a list in the format that `parseAsnList` reads.
 *
 * @throws {Error} if too many entries are not AS numbers
 */
export async function compileAsns(
  { name, parse }: {
    name: string;
    parse: (source: string) => Promise<ParsedList>;
  },
  source: string,
  target: string,
): Promise<Compiled> {
  const { entries, builtAt } = await parse(source);
  const count = new RowCounter();
  const asns = new Set<number>();
  for (const entry of entries) {
    const asn = parseAsn(entry);
    if (asn === null) count.invalid++;
    else {
      count.valid++;
      asns.add(asn);
    }
  }
  count.check();
  const lines = [...asns].map(String);
  await Deno.writeTextFile(
    target,
    formatStoredText("asns", { name, builtAt, lines }),
  );
  return { entries: asns.size, builtAt };
}

/** Parses one `AS64500,"name"` per line, the format of bgp.tools' tags. */
export async function parseTaggedAsns(source: string): Promise<ParsedList> {
  const entries: string[] = [];
  for await (const [asn] of readCsvRows(source)) {
    if (asn !== "asn") entries.push(asn.trim());
  }
  return { entries, builtAt: null };
}

/**
 * Compiles bgp.tools' `asn,name,class[,cc]`, with that header line, into the format
 * that `AsnClasses` reads. Rows without a class, or of class "Unknown", are left
 * out.
 *
 * @throws {Error} if too many rows are invalid, or there are no classes or too many
 */
export async function compileAsnClasses(
  name: string,
  source: string,
  target: string,
): Promise<Compiled> {
  const count = new RowCounter();
  const classes = new Map<number, string>();
  for await (const row of readCsvRows(source)) {
    if (row[0] === "asn") continue;
    const asn = parseAsn(row[0].trim());
    const word = row[2]?.trim() ?? "";
    if (asn === null || row.length < 3 || !/^[\w &/-]{0,40}$/.test(word)) {
      count.invalid++;
      continue;
    }
    count.valid++;
    if (word && word !== "Unknown") classes.set(asn, word);
  }
  count.check();
  const distinct = new Set(classes.values()).size;
  if (distinct === 0) throw new Error("it has no classes");
  if (distinct > MAX_CLASSES) throw new Error(`it has ${distinct} classes`);
  const lines = [...classes].sort(([a], [b]) => a - b)
    .map(([asn, word]) => `${asn} ${word}`);
  await Deno.writeTextFile(
    target,
    formatStoredText("asn-classes", { name, builtAt: null, lines }),
  );
  return { entries: classes.size, builtAt: null };
}

const text = {
  kind: "asns",
  packing: "plain",
  maxBytes: 32 << 20,
  extension: "txt",
  format: STORED_TEXT_FORMAT,
} as const;

const bgptools = {
  ...text,
  licence: "Terms of bgp.tools",
  attribution: "Networks by bgp.tools",
  homepage: "https://bgp.tools",
  credentials: "contact",
} as const;

/** Lists of autonomous systems. */
export const asnFeeds: readonly FeedDefinition[] = [
  {
    ...text,
    name: "spamhaus-asndrop",
    defaultUrls: ["https://www.spamhaus.org/drop/asndrop.json"],
    licence: "Free of charge, with its name and date",
    attribution: "DROP by The Spamhaus Project",
    homepage: "https://www.spamhaus.org/blocklists/do-not-route-or-peer/",
    period: "daily",
    compile: (source, target) =>
      compileAsns(
        {
          name: "spamhaus-asndrop",
          parse: (file) => parseSpamhaus(file, "asn"),
        },
        source,
        target,
      ),
  },
  ...["vpn", "vpsh", "mobile", "satnet"].map((tag): FeedDefinition => {
    const name = `bgptools-${tag}`;
    return {
      ...bgptools,
      name,
      defaultUrls: [`https://bgp.tools/tags/${tag}.csv`],
      compile: (source, target) =>
        compileAsns({ name, parse: parseTaggedAsns }, source, target),
    };
  }),
  {
    ...bgptools,
    name: "bgptools-asns",
    kind: "asn-classes",
    defaultUrls: ["https://bgp.tools/asns.csv"],
    compile: (source, target) =>
      compileAsnClasses("bgptools-asns", source, target),
  },
];
