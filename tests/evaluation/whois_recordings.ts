/**
 * Recorded whois responses with what others have read in them, as two
 * projects publish them.
 */
import { globSync, statSync } from "node:fs";
import {
  decodeWhois,
  parseRows,
  recordLines,
} from "../../lib/whois/whois_rows.ts";
import { isPlaceholder } from "../../lib/whois/rdap/lenient.ts";
import { recordFields } from "../../lib/whois/whois_labels.ts";
import { parseDomain } from "../../lib/net/domain.ts";

export const FIELDS = [
  ...["registered", "free", "created", "updated", "expires"],
  ...["registrar", "name servers", "registrant"],
] as const;
export type Field = typeof FIELDS[number];

/**
 * The values of a field, any of which is right, except for name servers, where
 * all are wanted. Empty means none; a missing field is unknown.
 */
export type Reading = Partial<Record<Field, readonly string[]>>;

const TIMES: ReadonlySet<Field> = new Set(["created", "updated", "expires"]);
export const YES = ["yes"];
const SECTIONS: Readonly<Record<string, Field>> = {
  "registered?": "registered",
  "available?": "free",
  created_on: "created",
  updated_on: "updated",
  expires_on: "expires",
  registrar: "registrar",
  nameservers: "name servers",
  registrant_contacts: "registrant",
};

/** What the authors of the recordings have read. */
function parseExpected(text: string): Reading & { domain?: string } {
  const found: Reading & { domain?: string } = {};
  for (const section of text.split(/^#/m).slice(1)) {
    const name = section.split("\n", 1)[0].trim();
    if (name === "domain") found.domain = /== "(.+?)"/.exec(section)?.[1];
    if (!Object.hasOwn(SECTIONS, name)) continue;
    const field = SECTIONS[name];
    if (section.includes("AttributeNotSupported")) continue;
    const read = /^ +%s == true$/m.test(section)
      ? YES
      : valuesOf(field, section);
    // A few give only the number of name servers.
    const isUnnamed = read.length === 0 && /%SIZE\{[1-9]/.test(section);
    found[field] = isUnnamed ? undefined : read;
  }
  return found;
}

function valuesOf(field: Field, section: string): string[] {
  if (TIMES.has(field)) {
    return [...section.matchAll(/%TIME\{(.+?)\}/g)].map(([, time]) => time);
  }
  const names = field === "name servers"
    ? /%s\[\d+\]\.name +== "(.+?)"/g
    : /%s(?:\[\d+\])?\.(?:name|organization|id) +== "(.+?)"/g;
  return [...section.matchAll(names)].map(([, value]) => value);
}

export interface Recording {
  readonly path: string;
  /** Its family: the server, or the top-level domain. */
  readonly server: string;
  readonly domain: string;
  readonly text: string;
  readonly expected: Reading;
}

/** The name that a response is about, as far as it says so. */
function domainIn(text: string): string | undefined {
  return parseRows(recordLines(text))
    .filter(({ section, label }) =>
      recordFields.get(label) === "domain" ||
      section === "record" && label === ""
    )
    .map(({ value }) => value.toLowerCase().split(/[\s(]/, 1)[0])
    .find((name) => parseDomain(name) !== null);
}

/** weppos/whois-parser: `SERVER/…/NAME.txt`, and `NAME.expected` beside it. */
function fromRuby(folder: string): Recording[] {
  return globSync("**/*.txt", { cwd: folder }).sort().flatMap((path) => {
    const file = `${folder}/${path.replace(/\.txt$/, ".expected")}`;
    if (!isFile(file)) return [];
    const { domain, ...expected } = parseExpected(Deno.readTextFileSync(file));
    const text = decodeWhois(Deno.readFileSync(`${folder}/${path}`));
    const [server, tld] = path.split("/");
    const suffix = tld.endsWith(".txt") ? "com" : tld;
    return [{
      path,
      server,
      domain: domain ?? domainIn(text) ?? `example.${suffix}`,
      text,
      expected,
    }];
  });
}

interface GoReading {
  domain?: {
    domain?: string;
    punycode?: string;
    name_servers?: string[];
    created_date?: string;
    updated_date?: string;
    expiration_date?: string;
  };
  registrar?: { name?: string };
  registrant?: { name?: string; organization?: string; id?: string };
}

/** likexian/whois-parser: `noterror/TLD_NAME` with `.json`; `notfound/TLD_NAME`. */
function fromGo(folder: string): Recording[] {
  return globSync("{noterror,notfound}/*", { cwd: folder }).sort().flatMap(
    (path): Recording[] => {
      if (/\.(?:json|md)$/.test(path)) return [];
      const text = decodeWhois(Deno.readFileSync(`${folder}/${path}`));
      const [server, name] = path.split("/")[1].split(/_(.*)/);
      const recording = {
        path,
        server: `.${server}`,
        domain: name,
        text,
      };
      if (path.startsWith("notfound/")) {
        return [{ ...recording, expected: { registered: [], free: YES } }];
      }
      if (!isFile(`${folder}/${path}.json`)) return [];
      const { domain = {}, registrar, registrant }: GoReading = JSON.parse(
        Deno.readTextFileSync(`${folder}/${path}.json`),
      );
      return [{
        ...recording,
        domain: domain.punycode ?? domain.domain ?? name,
        expected: {
          registered: YES,
          free: [],
          created: listOf(domain.created_date),
          updated: listOf(domain.updated_date),
          expires: listOf(domain.expiration_date),
          registrar: listOf(registrar?.name),
          "name servers": domain.name_servers ?? [],
          registrant: listOf(
            registrant?.name,
            registrant?.organization,
            registrant?.id,
          ),
        },
      }];
    },
  );
}

/** Leaves out what stands for a value that the registry withholds. */
function listOf(...texts: (string | undefined)[]): string[] {
  return texts.filter((text) =>
    text !== undefined && !isPlaceholder(text)
  ) as string[];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The recordings in a checkout of one of the projects. */
export function readRecordings(folder: string): Recording[] {
  const isFolder = (name: string) => globSync(name, { cwd: folder }).length > 0;
  if (isFolder("testdata/noterror")) return fromGo(`${folder}/testdata`);
  return fromRuby(
    isFolder("spec/fixtures/responses")
      ? `${folder}/spec/fixtures/responses`
      : folder,
  );
}
