import * as z from "zod";
import { type Cell, csvCell } from "../../core/text.ts";
import { countryCurrency } from "../../data/places/countries.ts";
import type { Language } from "../../i18n/language.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { bogonName } from "../../net/special_blocks.ts";
import { isUnknownBogon } from "../labels.ts";
import { withCenter, withPlacesIn, zonedTime } from "../places.ts";
import type { Profile } from "../profile.ts";
import { isAnyProxy } from "../risk/risk.ts";

/** An address that is described, with places named in the language. */
interface Described extends Pick<Profile, "ip" | "facts" | "risk"> {
  readonly now: number;
}

/** @param bit its place in the number that `fields` can be */
function field<Schema extends z.ZodType<Cell>>(
  bit: number,
  schema: Schema,
  valueOf: (described: Described) => z.infer<Schema> | undefined,
) {
  return { mask: 2 ** bit, schema: schema.optional(), valueOf };
}

const text = z.string();
const number = z.number().nullable();
const flag = z.boolean();

/**
 * The fields in the order of the response, with the bits and the order that
 * ip-api.com documents (ip-api.com/docs/api:json). Text that is unknown is empty.
 */
const FIELDS = {
  status: field(14, z.enum(["success", "fail"]), () => "success"),
  message: field(
    15,
    z.enum(["private range", "reserved range", "invalid query"]),
    () => undefined,
  ),
  continent: field(20, text, ({ facts }) => facts.continent ?? ""),
  continentCode: field(21, text, ({ facts }) => facts.continentCode ?? ""),
  country: field(0, text, ({ facts }) => facts.country ?? ""),
  countryCode: field(1, text, ({ facts }) => facts.countryCode ?? ""),
  region: field(2, text, ({ facts }) => facts.regionCode ?? ""),
  regionName: field(3, text, ({ facts }) => facts.region ?? ""),
  city: field(4, text, ({ facts }) => facts.city ?? ""),
  district: field(19, text, ({ facts }) => facts.district ?? ""),
  zip: field(5, text, ({ facts }) => facts.zip ?? ""),
  lat: field(6, number, ({ facts }) => facts.latitude ?? null),
  lon: field(7, number, ({ facts }) => facts.longitude ?? null),
  timezone: field(8, text, ({ facts }) => facts.timezone ?? ""),
  /** Seconds from UTC, at the time of the request. */
  offset: field(25, number, ({ facts: { timezone = "" }, now }) => {
    const time = zonedTime(timezone, now);
    return time && time.offsetNanoseconds / 1e9;
  }),
  currency: field(
    23,
    text,
    ({ facts }) => countryCurrency(facts.countryCode ?? "") ?? "",
  ),
  isp: field(9, text, ({ facts }) => facts.isp ?? ""),
  org: field(10, text, ({ facts }) => facts.org ?? ""),
  as: field(
    11,
    text,
    ({ facts: { asn, asnOrg = "" } }) =>
      asn === undefined ? "" : `AS${asn} ${asnOrg}`.trimEnd(),
  ),
  asname: field(22, text, ({ facts }) => facts.asnName ?? ""),
  reverse: field(12, text, ({ facts }) => facts.hostname ?? ""),
  mobile: field(16, flag, ({ risk }) => risk.isMobile),
  proxy: field(17, flag, ({ risk }) => isAnyProxy(risk)),
  hosting: field(24, flag, ({ risk }) => risk.isHosting),
  query: field(13, text, ({ ip }) => ip.text),
};

type FieldName = keyof typeof FIELDS;

const NAMES = Object.keys(FIELDS) as FieldName[];
const BY_NAME: ReadonlyMap<string, typeof FIELDS[FieldName]> = new Map(
  NAMES.map((name) => [name, FIELDS[name]]),
);

/** The record of ip-api.com, with the fields that were asked for. */
export const ipApiRecord = z.strictObject(
  Object.fromEntries(
    NAMES.map((name) => [name, FIELDS[name].schema]),
  ) as { [Name in FieldName]: typeof FIELDS[Name]["schema"] },
);

export type IpApiRecord = z.infer<typeof ipApiRecord>;
type IpApiMessage = NonNullable<IpApiRecord["message"]>;

/** What is returned if `fields` is missing: all but one of the first sixteen. */
const DEFAULT_FIELDS = 61_439;

/**
 * The fields that a request asks for, as their sum: names separated by commas, or
 * the sum itself. As at ip-api.com, an unknown name is ignored.
 */
export function parseIpApiFields(text: string | null): number {
  if (!text) return DEFAULT_FIELDS;
  if (/^\d+$/.test(text)) return Number(text) | 0;
  let fields = 0;
  for (const name of text.split(",")) {
    fields |= BY_NAME.get(name.trim())?.mask ?? 0;
  }
  return fields;
}

/** Whether `fields` contains the host name, which takes a query to find. */
export function requestsHostName(fields: number): boolean {
  return (fields & FIELDS.reverse.mask) !== 0;
}

export interface IpApiOptions {
  readonly fields: number;
  readonly language: Language;
  readonly now: number;
}

/** The record of a profile. For a reserved address without a label, it says so. */
export function ipApiView(
  profile: Profile,
  { fields, language, now }: IpApiOptions,
): IpApiRecord {
  const { ip, facts, risk } = profile;
  if (isUnknownBogon(profile)) {
    return ipApiFailure(rangeMessage(ip), ip.text, fields);
  }
  const described = {
    ip,
    facts: withPlacesIn(language, withCenter(facts)),
    risk,
    now,
  };
  const record: Record<string, Cell> = {};
  for (const { name, valueOf } of selected(fields)) {
    const value = valueOf(described);
    if (value !== undefined) record[name] = value;
  }
  return record as IpApiRecord;
}

interface SelectedField {
  readonly name: FieldName;
  readonly valueOf: (described: Described) => Cell | undefined;
}

let last: { sum: number; fields: readonly SelectedField[] } | undefined;

/** The fields with a sum, which the records of a batch share. */
function selected(sum: number): readonly SelectedField[] {
  if (last?.sum !== sum) {
    const names = NAMES.filter((name) => (sum & FIELDS[name].mask) !== 0);
    const fields = names.map((name) => ({
      name,
      valueOf: FIELDS[name].valueOf,
    }));
    last = { sum, fields };
  }
  return last.fields;
}

/** The record of a query without a result, which repeats the query. */
export function ipApiFailure(
  message: IpApiMessage,
  query: string,
  fields: number,
): IpApiRecord {
  return {
    ...fields & FIELDS.status.mask && { status: "fail" as const },
    ...fields & FIELDS.message.mask && { message },
    ...fields & FIELDS.query.mask && { query },
  };
}

/** The blocks of RFC 1918 and RFC 4193. */
const PRIVATE_BLOCKS: readonly (string | null)[] = [
  "Private-Use",
  "Unique-Local",
];

function rangeMessage(ip: IpAddress): IpApiMessage {
  return PRIVATE_BLOCKS.includes(bogonName(ip))
    ? "private range"
    : "reserved range";
}

export function ipApiCsv(record: IpApiRecord): string {
  return `${valuesOf(record).map(csvCell).join(",")}\n`;
}

export function ipApiLines(record: IpApiRecord): string {
  return valuesOf(record)
    // A name with a line break would look like two values.
    .map((value) => `${value ?? ""}`.replace(/\p{Cc}/gu, "") + "\n")
    .join("");
}

function valuesOf(record: IpApiRecord): Cell[] {
  return Object.values(record);
}
