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

/** What a network is for, and what that says of its lines and of the AS type. */
export const NETWORK_CLASSES = {
  /** Homes, and maybe companies and mobile phones as well. */
  access: { lineType: "residential", asnType: "isp" },
  mobile: { lineType: "mobile", asnType: "isp" },
  satellite: { lineType: "satellite", asnType: "isp" },
  /** Other networks, or companies only. */
  carrier: { lineType: "commercial", asnType: "isp" },
  hosting: { lineType: "hosting", asnType: "hosting" },
  business: { lineType: "commercial", asnType: "business" },
  education: { lineType: "commercial", asnType: "education" },
  government: { lineType: "commercial", asnType: "government" },
} as const;

export type NetworkClass = keyof typeof NETWORK_CLASSES;

const SATELLITE = `
Applied Satellite Technology: 212694
Avanti: 39356 328306
Bentley-Walker: 200371
Eutelsat: 15829 29137 34444 204276
Globalstar: 19458
Hughes Network Systems: 6621 12440 44795 63062
Inmarsat: 25222 31515 152659
Intelsat: 22351 26243 46982
Iridium Service: 206171
Kacific: 135409
Marlink: 5377 8264 8841 14549 22218 24039 44933 55784 209980 210314
MTI Teleport Muenchen: 199421
OneWeb: 800
Panasonic Avionics: 64294 394603
SES ASTRA: 12684 60725 201554
SKYLOGIC: 29286
Space Exploration Technologies: 14593 27277
SPACE NORWAY SATCOM: 43905
Speedcast: 4913 5666
Telesat Network Services: 11919 19036
ViaSat: 7155 16491 40306 40310 40311 46536
`;

/**
 * Networks by what they are for. A line is a word of the holder's name and the
 * numbers of its autonomous systems. A test checks each against the ASN table of
 * 2026-06: a wrong number would not have the name.
 *
 * They are the largest by announced IPv4 addresses whose use is public
 * knowledge, the other systems of the same holders, and those whose names
 * mislead. Each is listed for what most of its lines are. A text is smaller in
 * memory than arrays, and is parsed once.
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

/**
 * Carriers of IPv4 that announce the IPv6 addresses of their holders' homes, as
 * large blocks for the whole company.
 */
export const IPV6_ACCESS = `
British Telecommunications: 5400
Orange: 5511
`;
