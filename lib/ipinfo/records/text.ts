import { FACT_NAMES, FACTS } from "../../data/facts.ts";
import { countryFacts } from "../../data/places/countries.ts";
import { specialAddress } from "../../net/special_blocks.ts";
import { withoutExactPlace } from "../labels.ts";
import type { Facts, Profile } from "../profile.ts";
import { checkedTraits, type Checks, traitText } from "../risk/checks.ts";
import { isAnyProxy } from "../risk/risk.ts";
import { AppError } from "../../core/errors.ts";
import type { FactName } from "../../http/url_table.ts";

/** What is known of an address as aligned lines, without unknown values. */
export function profileText(
  profile: Profile,
  { checks = {}, hasColors = false }: { checks?: Checks; hasColors?: boolean } =
    {},
): string {
  const { ip, risk, confidence: { alternative } } = profile;
  // Which place it is depends on the country.
  const facts = alternative
    ? withoutExactPlace({ ...profile.facts })
    : profile.facts;
  const others: Readonly<Partial<Facts>> = alternative
    ? { ...countryFacts(alternative), countryCode: alternative }
    : {};
  const verdict = traitText(profile, checkedTraits(profile, checks));
  const special = specialText(profile);
  const rows: [label: string, value: string][] = [
    ["Address", ip.text],
    ...special ? [["Special", special] as [string, string]] : [],
    ...FACT_NAMES.flatMap((name): [string, string][] => {
      const value = facts[name];
      if (value === undefined) return [];
      const other = others[name] ?? value;
      const text = name === "asn"
        ? `AS${value}`
        : other === value
        ? String(value)
        : `uncertain: ${value} or ${other}`;
      return [[FACTS[name].label, text]];
    }),
    ["Reserved", verdict(profile.isBogon)],
    ["Hosting", verdict(risk.isHosting, "hosting")],
    ["Mobile", verdict(risk.isMobile, "mobile")],
    ["Proxy, VPN or Tor", verdict(isAnyProxy(risk), "proxy", "vpn", "tor")],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => {
    const name = label.padEnd(width);
    return `${hasColors ? cyan(name) : name}  ${printable(value)}\n`;
  }).join("");
}

/** As `6to4, 192.0.2.1`; undefined for an ordinary address. */
function specialText({ ip, anycast }: Profile): string | undefined {
  const special = specialAddress(ip, anycast);
  return special?.embedded
    ? `${special.name}, ${special.embedded.text}`
    : special?.name;
}

/** ECMA-48, section 8.3.117. */
function cyan(text: string): string {
  return `\x1b[36m${text}\x1b[0m`;
}

/** Without control characters: a name from a registry must not control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "");
}

/** The facts that have URLs of their own, as text; undefined if unknown. */
export const FACT_TEXTS = {
  country: ({ country }) => country,
  "country-iso": ({ countryCode }) => countryCode,
  city: ({ city }) => city,
  asn: ({ asn }) => asn === undefined ? undefined : `AS${asn}`,
  "asn-org": ({ asnOrg }) => asnOrg,
  /** Latitude and longitude in degrees. */
  coordinates: ({ latitude, longitude }) =>
    latitude === undefined || longitude === undefined
      ? undefined
      : `${latitude},${longitude}`,
  timezone: ({ timezone }) => timezone,
  hostname: ({ hostname }) => hostname,
} satisfies Record<
  FactName,
  (facts: Readonly<Partial<Facts>>) => string | undefined
>;

/**
 * A fact as text. An unknown one is 404, so that a script need not check the
 * body.
 *
 * @throws {AppError} 404 `NOT_FOUND`
 */
export function factText(
  name: FactName,
  facts: Readonly<Partial<Facts>>,
): string {
  const fact = FACT_TEXTS[name](facts);
  if (fact === undefined) {
    throw new AppError(404, "NOT_FOUND", { reason: "fact_not_known" });
  }
  return fact;
}
