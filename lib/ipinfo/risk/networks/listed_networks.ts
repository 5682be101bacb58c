import type { NetworkClass } from "../network_class.ts";
import { ACCESS_AFRICA_MIDDLE_EAST } from "./access_africa_middle_east.ts";
import { ACCESS_AMERICAS } from "./access_americas.ts";
import { ACCESS_ASIA_PACIFIC } from "./access_asia_pacific.ts";
import { ACCESS_EUROPE } from "./access_europe.ts";
import { BUSINESS } from "./business.ts";
import { CARRIERS } from "./carriers.ts";
import { EDUCATION } from "./education.ts";
import { GOVERNMENT } from "./government.ts";
import { HOSTING } from "./hosting.ts";
import { MOBILE } from "./mobile.ts";

const SATELLITE = `
Hughes Network Systems: 6621 63062
Intelsat: 22351
Marlink: 5377
OneWeb: 800
SES ASTRA: 12684 201554
SKYLOGIC: 29286
Space Exploration Technologies: 14593 27277
ViaSat: 7155 40311
`;

/**
 * Networks by what they are for. A line is a word of the holder's name and the
 * numbers of its autonomous systems. A test checks each against the ASN table of
 * 2026-06: a wrong number would not have the name.
 *
 * They are the largest by announced IPv4 addresses whose use is public
 * knowledge, and those whose names mislead. Each is listed for what most of its
 * lines are. A text is smaller in memory than arrays, and is read once.
 */
export const NETWORK_LISTS: readonly (readonly [NetworkClass, string])[] = [
  ["access", ACCESS_AFRICA_MIDDLE_EAST],
  ["access", ACCESS_AMERICAS],
  ["access", ACCESS_ASIA_PACIFIC],
  ["access", ACCESS_EUROPE],
  ["mobile", MOBILE],
  ["satellite", SATELLITE],
  ["carrier", CARRIERS],
  ["hosting", HOSTING],
  ["business", BUSINESS],
  ["education", EDUCATION],
  ["government", GOVERNMENT],
];

/** A line of {@link NETWORK_LISTS}. */
export interface ListedNetwork {
  readonly networkClass: NetworkClass;
  /** A word of the holder's name. */
  readonly holder: string;
  readonly asns: readonly number[];
}

/** All lines of {@link NETWORK_LISTS}. */
export function* listedNetworks(): Iterable<ListedNetwork> {
  for (const [networkClass, text] of NETWORK_LISTS) {
    for (const line of text.trim().split("\n")) {
      const [holder, numbers] = line.split(": ");
      yield { networkClass, holder, asns: numbers.split(" ").map(Number) };
    }
  }
}
