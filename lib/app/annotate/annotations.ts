import { BoundedMap } from "../../core/cache.ts";
import { csvCell, escapeInvisible } from "../../core/text.ts";
import { withoutExactPlace } from "../../ipinfo/labels.ts";
import type { Profile } from "../../ipinfo/profile.ts";
import { type IpAddress, unmapIpv4 } from "../../net/ip_address.ts";
import { UsageError } from "../commands/output.ts";

type Value = string | number | undefined;

/** What is known of an address: no place within a country that is uncertain. */
interface Known extends Pick<Profile, "ip" | "facts" | "risk"> {
  /** The other country that it can be. */
  readonly alternative: string | undefined;
}

function knownOf(profile: Profile): Known {
  const { ip, risk, confidence: { alternative } } = profile;
  const facts = alternative
    ? withoutExactPlace({ ...profile.facts })
    : profile.facts;
  return { ip, facts, risk, alternative };
}

/** What an annotation can contain, by name. */
const FIELDS: Readonly<Record<string, (known: Known) => Value>> = {
  ip: ({ ip }) => ip.text,
  country_code: ({ facts }) => facts.countryCode,
  alternative_country_code: ({ alternative }) => alternative,
  country: ({ facts }) => facts.country,
  region: ({ facts }) => facts.region,
  city: ({ facts }) => facts.city,
  latitude: ({ facts }) => facts.latitude,
  longitude: ({ facts }) => facts.longitude,
  timezone: ({ facts }) => facts.timezone,
  asn: ({ facts }) => facts.asn,
  asn_confidence: ({ facts }) => facts.asnConfidence,
  asn_org: ({ facts }) => facts.asnOrg,
  line_type: ({ risk }) => risk.lineType ?? undefined,
};

const FIELD_NAMES: readonly string[] = Object.keys(FIELDS);

/** Columns that are added to CSV. */
export const COLUMNS = [
  "country_code",
  "country",
  "region",
  "city",
  "asn",
  "asn_org",
] as const;

type Format = (known: Known) => string;

/** ` [US, Mountain View, AS15169 Google LLC]`; empty if nothing is known. */
export const plainFormat: Format = ({ facts, alternative }) => {
  const country = alternative && facts.countryCode
    ? `${facts.countryCode} or ${alternative}`
    : facts.countryCode;
  const system = facts.asn === undefined
    ? undefined
    : `${
      facts.asnConfidence === undefined ? "" : "registered to "
    }AS${facts.asn}` +
      (facts.asnOrg ? ` ${facts.asnOrg}` : "");
  const known = [country, facts.city, system]
    .filter((part) => part !== undefined).map(safeText);
  return known.length > 0 ? ` [${known.join(", ")}]` : "";
};

/**
 * The format of a template such as ` ({country}, AS{asn})`. `-` stands for unknown
 * values.
 *
 * @throws {UsageError} for an unknown field
 */
export function templateFormat(template: string): Format {
  const parts = template.split(/\{(\w*)\}/);
  for (let i = 1; i < parts.length; i += 2) {
    if (Object.hasOwn(FIELDS, parts[i])) continue;
    throw new UsageError(
      `--format: there is no field {${parts[i]}}. The fields are ${
        FIELD_NAMES.map((name) => `{${name}}`).join(" ")
      }`,
    );
  }
  return (known) =>
    parts.map((part, i) =>
      i % 2 === 0 ? part : safeText(FIELDS[part](known) ?? "-")
    ).join("");
}

/** A JSON object with all fields; null stands for unknown values. */
export const jsonFormat: Format = (known) =>
  JSON.stringify(
    Object.fromEntries(
      FIELD_NAMES.map((name) => [name, FIELDS[name](known) ?? null]),
    ),
  );

/** A cell for each of {@link COLUMNS}. */
export function csvFormat(separator: string): Format {
  return (known) =>
    COLUMNS.map((name) => {
      const cell = csvCell(FIELDS[name](known) ?? null);
      return cell.includes(separator) && !cell.startsWith('"')
        ? `"${cell}"`
        : cell;
    }).join(separator);
}

/**
 * Text without the characters that end a quoted string, so that JSON lines stay
 * JSON and quoted cells stay cells.
 */
function safeText(value: string | number): string {
  return escapeInvisible(String(value)).replaceAll('"', "'")
    .replaceAll("\\", "/");
}

/** Addresses in a generation of the cache. Logs have more than memory should hold. */
const MAX_CACHED = 32_768;

/** The annotations of addresses as UTF-8, cached. */
export class Annotations {
  readonly #cache = new BoundedMap<string, Uint8Array>(MAX_CACHED);
  readonly #encoder = new TextEncoder();

  constructor(
    private readonly describe: (ip: IpAddress) => Profile,
    private readonly format: Format,
  ) {}

  of(ip: IpAddress): Uint8Array {
    let bytes = this.#cache.get(ip.text);
    if (!bytes) {
      const text = this.format(knownOf(this.describe(unmapIpv4(ip))));
      bytes = this.#encoder.encode(text);
      this.#cache.set(ip.text, bytes);
    }
    return bytes;
  }
}
