/**
 * Measures how accurate the results are, and writes RESULTS.md.
 *
 *     deno task evaluate FOLDER
 *     deno task evaluate whois --recordings FOLDER
 *
 * FOLDER has what networks publish about their own addresses: see README.md. The
 * profiles come from the bundled data alone, as on the first start, except in the
 * columns "with feeds".
 */
import { bundledData, openBundled } from "../support/bundled_data.ts";
import { localSources } from "../../lib/app/services/sources.ts";
import { LINE_TYPE_STEPS } from "../../lib/ipinfo/confidence.ts";
import type { Profile } from "../../lib/ipinfo/profile.ts";
import { Profiles } from "../../lib/ipinfo/profiles.ts";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import { isBogon } from "../../lib/net/special_blocks.ts";
import { ipfireTables, withFeeds } from "./feeds.ts";
import { measuredAnycast, publishedUnicast } from "./anycast.ts";
import { operatorShares } from "./operators.ts";
import { readPublished } from "./published.ts";
import {
  announcedRanges,
  type CountryOf,
  installReferences,
  maxmindCountries,
  systemOf,
  whoisCountries,
} from "./references.ts";
import {
  blockRanges,
  countryOfBlocks,
  drawAddresses,
  drawFromBlock,
  seededRandom,
} from "./samples.ts";
import { lineTypeVerdicts } from "./line_type_verdicts.ts";
import { LINE_TYPES } from "../../lib/ipinfo/risk/risk.ts";
import type { AutonomousSystem } from "../../lib/data/networks/asn_table.ts";
import { networkTypeOf } from "../../lib/ipinfo/risk/network_type.ts";

if (Deno.args[0] === "whois") {
  await import("./whois.ts");
  Deno.exit();
}

const SEED = 20_261_122;
const ANNOUNCED = { 4: 100_000, 6: 50_000 } as const;
const PER_FILE = 10_000;
const SAMPLE = { 4: 140, 6: 60 } as const;
/** Addresses of IPv4 systems that are typed by their names. */
const NAMED = 120;
const FAMILIES = [4, 6] as const;

/** An address with the country that a reference names. */
interface Case {
  readonly ip: IpAddress;
  readonly country: string;
}

/** A share of successes. */
class Share {
  #right = 0;
  #all = 0;

  add(isRight: boolean): void {
    this.#all++;
    if (isRight) this.#right++;
  }

  get all(): number {
    return this.#all;
  }

  get share(): number {
    return this.#right / this.#all;
  }

  toString(): string {
    return this.#all === 0
      ? "–"
      : `${(100 * this.#right / this.#all).toFixed(1)} %`;
  }
}

const folder = new URL(
  Deno.args[0].replace(/\/?$/, "/"),
  `file://${Deno.cwd()}/`,
);
await installReferences();
const random = seededRandom(SEED);
const tables = await openBundled(bundledData, "city");
await tables.geo.loaded(6);
const ipfire = await ipfireTables(folder);
const profiles = new Profiles({ local: localSources(tables), now: Date.now });
const votedProfiles = new Profiles({
  local: localSources({ ...tables, ipfire }),
  now: Date.now,
});
const describe = (ip: IpAddress): Profile => profiles.describeLocal(ip, "v1");
const describeVoted = (ip: IpAddress): Profile =>
  votedProfiles.describeLocal(ip, "v1");
const fedProfiles = new Profiles({
  local: localSources({
    ...await withFeeds(tables, folder, Date.now()),
    ipfire,
  }),
  now: Date.now,
});
const describeFed = (ip: IpAddress): Profile =>
  fedProfiles.describeLocal(ip, "v1");
const alone: CountryOf = (ip) => tables.geo.lookup(ip).countryCode;
const maxmind = await maxmindCountries();
const published = await readPublished(folder);
const statedCountry = countryOfBlocks(
  published.flatMap(({ blocks }) => blocks),
);
const whois = await whoisCountries();
const ofSystem: CountryOf = (ip) => {
  const system = systemOf(tables.asn, ip);
  return system ? tables.countries.ofAsn(system.asn) : undefined;
};

/** The country that more of the four databases name than any other. */
function majority(ip: IpAddress): string | undefined {
  const votes = new Map<string, number>();
  for (const countryOf of [alone, maxmind, whois, ofSystem]) {
    const code = countryOf(ip);
    if (code) votes.set(code, (votes.get(code) ?? 0) + 1);
  }
  const [first, second] = [...votes].sort(([, a], [, b]) => b - a);
  return first && first[1] !== second?.[1] ? first[0] : undefined;
}

const percent = (part: number, all: number) =>
  `${(100 * part / all).toFixed(1)} %`;
const lines: string[] = [];
const row = (...cells: unknown[]) => lines.push(`| ${cells.join(" | ")} |`);
const head = (...cells: string[]) => {
  lines.push("");
  row(...cells);
  row(...cells.map(() => "---"));
};

/** Shares by step of confidence, each in groups. The first group is the one to which the steps are calibrated. */
class Steps {
  readonly #groups: readonly string[];
  readonly #shares = new Map<number, Share[]>();

  constructor(...groups: string[]) {
    this.#groups = groups;
  }

  add(step: number | null, isRight: boolean, group: string): void {
    if (step === null) return;
    const shares = this.#shares.getOrInsertComputed(
      step,
      () => this.#groups.map(() => new Share()),
    );
    shares[this.#groups.indexOf(group)].add(isRight);
  }

  /** @param operators what `operatorShares` returns */
  print(name: string, operators?: ReturnType<typeof operatorShares>): void {
    head(
      name,
      ...this.#groups.flatMap((group) => [group, "number"]),
      ...operators ? ["each operator alike", "operators"] : [],
    );
    for (const [step, shares] of [...this.#shares].sort(([a], [b]) => b - a)) {
      const alike = operators?.get(step);
      row(
        step,
        ...shares.flatMap((share) => [share, share.all.toLocaleString("en")]),
        ...alike ? [percent(alike.share, 1), alike.operators] : [],
      );
    }
  }
}

function casesOf(
  addresses: readonly IpAddress[],
  countryOf: CountryOf,
): Case[] {
  return addresses.flatMap((ip) => {
    const country = countryOf(ip);
    return country ? [{ ip, country }] : [];
  });
}

const GROUPS = [
  "announced",
  "announced, MaxMind alone",
  "clouds",
  "geofeeds",
] as const;
const bundledSteps = new Steps(...GROUPS);
const votedSteps = new Steps(...GROUPS);
const fedSteps = new Steps(...GROUPS);

function compare(
  name: string,
  cases: readonly Case[],
  group?: typeof GROUPS[number],
): void {
  const isAnnounced = group === GROUPS[1];
  const before = new Share();
  const bundled = new Share();
  const voted = new Share();
  const fed = new Share();
  for (const { ip, country } of cases) {
    before.add(alone(ip) === country);
    const rows = [
      [describe(ip), bundled, bundledSteps],
      [describeVoted(ip), voted, votedSteps],
      [describeFed(ip), fed, fedSteps],
    ] as const;
    for (const [of, share, steps] of rows) {
      const isRight = of.facts.countryCode === country;
      share.add(isRight);
      if (!group) continue;
      const { facts: { countryCode }, confidence } = of;
      steps.add(confidence.country, isRight, group);
      if (isAnnounced) {
        const truth = statedCountry(ip) ?? country;
        steps.add(confidence.country, countryCode === truth, GROUPS[0]);
      }
    }
  }
  row(name, cases.length.toLocaleString("en"), before, bundled, voted, fed);
}

const announced = {
  4: drawAddresses(await announcedRanges(4), {
    family: 4,
    count: ANNOUNCED[4],
    random,
  }),
  6: drawAddresses(await announcedRanges(6), {
    family: 6,
    count: ANNOUNCED[6],
    random,
  }),
};

lines.push("## Country");
head(
  "addresses",
  "number",
  "DB-IP alone",
  "bundled data",
  "with IPFire",
  "with all feeds",
);
for (const family of FAMILIES) {
  const name = `announced IPv${family}`;
  compare(
    `${name}, with the majority`,
    casesOf(announced[family], majority),
  );
  compare(
    `${name}, with MaxMind`,
    casesOf(announced[family], maxmind),
    GROUPS[1],
  );
}
const recall: [name: string, all: number, alone: Share, fed: Share][] = [];
for (const { name, isHosting, blocks } of published) {
  for (const family of FAMILIES) {
    const ranges = blockRanges(blocks, family);
    if (ranges.total === 0) continue;
    const drawn = Array.from(
      { length: PER_FILE },
      () => {
        const { ip, value } = drawFromBlock(ranges, family, random);
        return { ip, country: value };
      },
    ).filter(({ ip }) => !isBogon(ip));
    const cases = drawn.filter((one): one is Case => one.country !== undefined);
    if (cases.length > 0) {
      compare(
        `${name}, IPv${family}`,
        cases,
        isHosting ? "clouds" : "geofeeds",
      );
    }
    if (isHosting) {
      const share = new Share();
      const fed = new Share();
      for (const { ip } of drawn) {
        share.add(describe(ip).risk.isHosting);
        fed.add(describeFed(ip).risk.isHosting);
      }
      recall.push([`${name}, IPv${family}`, drawn.length, share, fed]);
    }
  }
}

lines.push("", "## Confidence in the country");
const bySource = [
  [bundledSteps, "bundled data", describe],
  [votedSteps, "with IPFire", describeVoted],
  [fedSteps, "with all feeds", describeFed],
] as const;
for (const [steps, name, of] of bySource) {
  const shares = operatorShares(published, of, seededRandom(SEED));
  steps.print(`per cent, ${name}`, shares);
}

lines.push("", "## Anycast");
head(
  "measured blocks",
  "number",
  "said to be anycast",
  "without a city",
  "said to be anycast, with all feeds",
  "without a city",
);
const measured = await measuredAnycast(folder, describe);
const measuredFed = await measuredAnycast(folder, describeFed);
measured.forEach(({ name, all, ...of }, i) => {
  const fed = measuredFed[i];
  row(
    name,
    all,
    ...[of.anycast, of.placeless, fed.anycast, fed.placeless]
      .map((number) => percent(number, all)),
  );
});
head(
  "published blocks in one place",
  "number",
  "said to be anycast",
  "with all feeds",
);
const unicastFed = publishedUnicast(published, describeFed);
publishedUnicast(published, describe).forEach(({ name, all, anycast }, i) =>
  row(name, all, anycast, unicastFed[i].anycast)
);

lines.push("", "## Line type");
head("announced", "number", "with a line type");
for (const family of FAMILIES) {
  const share = new Share();
  for (const ip of announced[family]) {
    share.add(describe(ip).risk.lineType !== null);
  }
  row(
    family === 4 ? "IPv4 addresses" : "IPv6 /48s",
    share.all.toLocaleString("en"),
    share,
  );
}
head("published hosts", "number", "found to be hosting", "with feeds");
for (const [name, all, share, fed] of recall) {
  row(name, all.toLocaleString("en"), share, fed);
}

const verdicts = await lineTypeVerdicts();
const bySteps = new Steps("right");
const read: string[] = [];

/** Counts the verdicts on addresses, and lists the addresses. */
function judge(addresses: readonly IpAddress[]) {
  const counts = {
    right: 0,
    unsure: 0,
    wrong: 0,
    mended: 0,
    "no type": 0,
    unread: 0,
  };
  for (const ip of addresses) {
    const system = systemOf(tables.asn, ip);
    const { risk: { lineType }, confidence } = describe(ip);
    const verdict = lineType === null
      ? "no type"
      : isMended(system)
      ? "mended"
      : verdicts.get(`${system?.asn} ${lineType}`) ?? "unread";
    counts[verdict]++;
    if (verdict === "right" || verdict === "wrong") {
      bySteps.add(confidence.lineType, verdict === "right", "right");
    }
    // A list has it because a name was wrong, which counts as it was found.
    if (verdict === "mended") bySteps.add(LINE_TYPE_STEPS.name, false, "right");
    const name = JSON.stringify(system?.org ?? "");
    read.push([ip.text, system?.asn, lineType, verdict, name].join(","));
  }
  return Object.values(counts);
}

/** Whether a reader found the type wrong that the name of the holder suggested. */
function isMended(system: AutonomousSystem | null): boolean {
  return system !== null &&
    LINE_TYPES.some((type) =>
      verdicts.get(`${system.asn} ${type}`) === "wrong"
    );
}

function isNamed(ip: IpAddress): boolean {
  const system = systemOf(tables.asn, ip);
  return system !== null && (isMended(system) ||
    networkTypeOf(system.asn, system.org)?.basis === "name");
}

const sampled = FAMILIES.flatMap((family) =>
  announced[family].slice(0, SAMPLE[family])
);
const named = announced[4].filter(isNamed).slice(0, NAMED);
head(
  "read by hand",
  "number",
  "right",
  "unsure",
  "wrong",
  "wrong, mended since",
  "no type",
  "not read",
);
row("announced addresses", sampled.length, ...judge(sampled));
row("typed by a name alone", named.length, ...judge(named));
bySteps.print("per cent sure of the line type");
await Deno.writeTextFile(
  new URL("../../dist/evaluation/line_types.csv", import.meta.url),
  ["address,asn,line type,verdict,organization", ...read, ""].join("\n"),
);

const text = `# How accurate the results are

\`deno task evaluate\` wrote this on ${
  new Date().toISOString().slice(0, 10)
}, from the bundled data alone, except in the columns _with feeds_. [README.md](README.md) tells the method and the sources.

${lines.join("\n")}
`;
await Deno.writeTextFile(new URL("RESULTS.md", import.meta.url), text);
console.log(text);
