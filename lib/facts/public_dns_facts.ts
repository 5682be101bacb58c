import text from "../../facts/public_dns.csv" with { type: "text" };
import { readFacts } from "./read_facts.ts";

const NAME = /^[!-~](?: ?[!-~])+$/;

/**
 * The public DNS services and their networks.
 *
 * @throws {Error} with path and line number, if a row is invalid
 */
export const publicDnsRows = () =>
  readFacts("public_dns.csv", text, {
    service: NAME,
    holder: NAME,
    asns: /^[1-9]\d{0,9}(?: [1-9]\d{0,9})*$/,
  }, ["service"]);

/** The public DNS service that queries name servers from an autonomous system, by number. */
export const PUBLIC_DNS_BY_ASN: readonly (readonly [number, string])[] =
  publicDnsRows().flatMap(({ cells }) =>
    cells.asns.split(" ").map((asn) => [Number(asn), cells.service] as const)
  );
