import { type IpAddress, parseIp } from "../../net/ip_address.ts";

/**
 * Where addresses are that have not moved for years, one of each registry: four
 * name servers and websites, and an operator. As DB-IP City Lite had them on
 * 2026-06-05.
 */
const COUNTRIES: readonly [address: string, country: string][] = [
  ["8.8.8.8", "US"],
  ["202.12.29.142", "AU"],
  ["41.0.0.1", "ZA"],
  ["200.160.2.3", "BR"],
  ["2001:67c:2e8:22::c100:68b", "NL"],
];

/** Who announces addresses that are known for it. As RouteViews saw them on 2026-06-17. */
const ASNS: readonly [address: string, asn: number][] = [
  ["8.8.8.8", 15169],
  ["1.1.1.1", 13335],
  ["193.0.6.139", 3333],
  ["9.9.9.9", 19281],
  ["2001:4860:4860::8888", 15169],
];

/** @throws {Error} where under four of the five known addresses are in their countries */
export function checkCountries(
  countryOf: (ip: IpAddress) => string | undefined,
): void {
  check(COUNTRIES, countryOf);
}

/** @throws {Error} where under four of the five known addresses are in their networks */
export function checkAsns(
  asnOf: (ip: IpAddress) => number | undefined,
): void {
  check(ASNS, asnOf);
}

/** One may have moved. */
function check<Answer>(
  known: readonly [address: string, answer: Answer][],
  answerOf: (ip: IpAddress) => Answer | undefined,
): void {
  const wrong = known.flatMap(([text, expected]) => {
    const ip = parseIp(text);
    const answer = ip ? answerOf(ip) : undefined;
    return answer === expected
      ? []
      : [`${text} is ${answer ?? "unknown"} instead of ${expected}`];
  });
  if (wrong.length > 1) {
    throw new Error(`known addresses are misplaced: ${wrong.join(", ")}`);
  }
}
