import text from "../../facts/networks.csv" with { type: "text" };
import { type FactRow, readFacts } from "./read_facts.ts";
import publicDns from "../../facts/public_dns.csv" with { type: "text" };
import centers from "../../facts/country_centers.csv" with { type: "text" };

/** What the networks of `facts/networks.csv` are for. */
const CLASSES = [
  "access",
  "access-ipv6",
  "business",
  "carrier",
  "education",
  "government",
  "hosting",
  "mobile",
  "satellite",
] as const;

const NAME = /^[!-~](?: ?[!-~])+$/;
const NUMBERS = /^[1-9]\d{0,9}(?: [1-9]\d{0,9})*$/;

export type FactClass = typeof CLASSES[number];

/** The rows of the file. @throws {Error} with path and line number, if one is invalid */
export function networkRows(): FactRow<"class" | "holder" | "asns">[] {
  const rows = readFacts("networks.csv", text, {
    class: new RegExp(`^(?:${CLASSES.join("|")})$`),
    holder: NAME,
    asns: NUMBERS,
  }, ["class", "holder"]);
  const listed = new Map<string, string>();
  for (const { cells, at } of rows) {
    const family = cells.class === "access-ipv6" ? "IPv6" : "IPv4";
    let before = 0;
    for (const asn of cells.asns.split(" ")) {
      const other = listed.get(`${family} ${asn}`);
      if (other) throw new Error(`${at}: AS${asn} is also at ${other}`);
      if (Number(asn) <= before) {
        throw new Error(`${at}: AS${asn} is out of order`);
      }
      before = Number(asn);
      listed.set(`${family} ${asn}`, at);
    }
  }
  return rows;
}

/**
 * The numbers of the systems of each class, separated by spaces: one text takes
 * less memory than many numbers.
 */
export const ASNS_BY_CLASS: Readonly<Record<FactClass, string>> = Object
  .fromEntries(
    Object.entries(Object.groupBy(networkRows(), ({ cells }) => cells.class))
      .map(([name, rows]) => [
        name,
        rows!.map(({ cells }) => cells.asns).join(" "),
      ]),
  ) as Record<FactClass, string>;

/**
 * The public DNS services and their networks.
 *
 * @throws {Error} with path and line number, if a row is invalid
 */
export const publicDnsRows = () =>
  readFacts("public_dns.csv", publicDns, {
    service: NAME,
    holder: NAME,
    asns: NUMBERS,
  }, ["service"]);

/** The public DNS service that queries name servers from an autonomous system, by number. */
export const PUBLIC_DNS_BY_ASN: readonly (readonly [number, string])[] =
  publicDnsRows().flatMap(({ cells }) =>
    cells.asns.split(" ").map((asn) => [Number(asn), cells.service] as const)
  );

interface CountryCenter {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

const DEGREES = /^-?\d{1,3}(?:\.\d{1,2})?$/;

/** The center of each country, by its code. */
export const COUNTRY_CENTERS: Readonly<Record<string, CountryCenter>> = Object
  .fromEntries(
    readFacts("country_centers.csv", centers, {
      country: /^[A-Z]{2}$/,
      latitude: DEGREES,
      longitude: DEGREES,
      timezone: /^[A-Z]\w+(?:\/[A-Z][\w-]+){1,2}$/,
    }, ["country"]).map((
      { cells: { country, latitude, longitude, timezone } },
    ) => [country, {
      latitude: Number(latitude),
      longitude: Number(longitude),
      timezone,
    }]),
  );
