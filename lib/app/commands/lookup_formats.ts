import type * as z from "zod";
import { csvRow } from "../../core/text.ts";
import type { AppError } from "../../core/errors.ts";
import { jsonText } from "../../core/json.ts";
import { FACT_NAMES, FACTS } from "../../data/facts.ts";
import { errorText } from "../../i18n/errors.ts";
import type { Profile } from "../../ipinfo/profile.ts";
import {
  checkedTraits,
  type Checks,
  scoreText,
  traitText,
} from "../../ipinfo/risk/checks.ts";
import { v1Record, v1View } from "../../ipinfo/records/v1.ts";
import { v2Record, v2View } from "../../ipinfo/records/v2.ts";
import { addressTexts, evidenceText } from "../../ipinfo/view/address_texts.ts";
import { tableLines } from "./output.ts";

/** Why a target failed, as in an API's error response. */
export type LookupFailure = Pick<AppError, "code" | "params">;

interface LookupFormat {
  /** Printed before the first result. */
  head: string;
  /** Printed between results. */
  separator: string;
  found(
    target: string,
    profile: Profile,
    now: number,
    checks: Checks,
  ): string;
  /** Null if the format has no place for failures. */
  failed: ((target: string, failure: LookupFailure) => string) | null;
}

/** The formats of either record by their names on the command line. */
export function lookupFormat(
  name: "text" | "json" | "csv",
  isV2: boolean,
): LookupFormat {
  if (name === "text") {
    return {
      head: "",
      separator: "\n",
      found: (_, profile, _now, checks) =>
        isV2 ? wholeProfile(profile, checks) : asLines(v1View(profile)),
      failed: null,
    };
  }
  const recordOf: RecordOf = (profile, now, checks) =>
    isV2 ? v2View(profile, now, checks) : v1View(profile);
  return name === "json"
    ? jsonFormat(recordOf)
    : csvFormat(recordOf, isV2 ? v2Record : v1Record);
}

type RecordOf = (profile: Profile, now: number, checks: Checks) => object;

function jsonFormat(recordOf: RecordOf): LookupFormat {
  const line = (record: object) => jsonText(record) + "\n";
  return {
    head: "",
    separator: "",
    found: (_, profile, now, checks) => line(recordOf(profile, now, checks)),
    failed: (target, { code, params }) =>
      line({
        ok: false,
        target,
        error: { code, message: errorText("en", params) },
      }),
  };
}

/** The same in each record, and in no table. */
const LEFT_OUT = new Set(["ok", "meta.version", "meta.source", "meta.tier"]);

function csvFormat(recordOf: RecordOf, schema: z.ZodObject): LookupFormat {
  const columns = columnsOf(schema).filter((name) => !LEFT_OUT.has(name));
  return {
    head: csvRow(["target", ...columns, "error"]),
    separator: "",
    found(target, profile, now, checks) {
      const fields = new Map(fieldsOf(recordOf(profile, now, checks)));
      return csvRow([
        target,
        ...columns.map((name) => cellOf(fields.get(name))),
        null,
      ]);
    },
    failed: (target, { code }) =>
      csvRow([target, ...columns.map(() => null), code]),
  };
}

/** The names of a record's fields, such as `geo.country`. */
function columnsOf(schema: z.ZodObject, prefix = ""): string[] {
  return Object.entries(schema.shape).flatMap(([key, type]) =>
    type.type === "object"
      ? columnsOf(type as z.ZodObject, `${prefix}${key}.`)
      : prefix + key
  );
}

function cellOf(value: unknown): string | number | boolean | null {
  if (Array.isArray(value)) return value.join(" ");
  return value as string | number | boolean | null;
}

/** The fields of a record with their names, such as `geo.country`. */
function fieldsOf(record: object, prefix = ""): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? fieldsOf(value, `${prefix}${key}.`)
      : [[prefix + key, value]]
  );
}

/** A record as aligned lines, one per field, with a dash for unknown values. */
function asLines(record: object): string {
  return fieldsOf(record)
    .map(([name, value]) => `${name.padEnd(22)} ${value ?? "–"}\n`)
    .join("");
}

/** All facts about an address with their sources. */
function wholeProfile(profile: Profile, checks: Checks): string {
  const { ip, isBogon, isChinaIp, facts, sources, evidence, risk, confidence } =
    profile;
  const lines = FACT_NAMES.map((fact) => [
    FACTS[fact].label,
    text(facts[fact]),
    sources[fact] ?? "",
  ]);
  const weighed = [...evidence].sort((a, b) => b.weight - a.weight)
    .map(({ kind, weight, source, detail }) => [
      kind,
      `${weight > 0 ? "+" : ""}${weight} ${evidenceText(detail)}`,
      source,
    ]);
  const isChecked = checkedTraits(profile, checks);
  const inWords = traitText(profile, isChecked);
  const verdict = [
    ["Reserved address", isBogon ? "yes" : "no"],
    ["In China", isChinaIp ? "yes" : "no"],
    ["Country sure", countrySure(confidence)],
    ["Network type", risk.lineType ?? "–"],
    ...([
      ["VPN", "vpn", risk.isVpn],
      ["Proxy", "proxy", risk.isProxy],
      ["Tor", "tor", risk.isTor],
      ["Relay", "relay", risk.isRelay],
      ["Hosting", "hosting", risk.isHosting],
      ["Mobile", "mobile", risk.isMobile],
      ["Satellite", "satellite", risk.isSatellite],
      ["Crawler", "crawler", risk.isCrawler],
      ["Abuser", "abuser", risk.isAbuser],
    ] as const).map(([name, trait, has]) => [name, inWords(has, trait)]),
    [
      "Risk score",
      scoreText(risk.score, isChecked, addressTexts.en.ofHundred) ??
        "not checked",
    ],
    [
      "Confidence",
      evidence.length > 0 ? `${risk.confidence} out of 100` : "–",
    ],
  ];
  return [
    `${ip.text}\n`,
    table("Fact", lines),
    table("Evidence", weighed),
    table("Verdict", verdict),
  ].join("\n");
}

function countrySure({ country, alternative }: Profile["confidence"]): string {
  if (country === null) return "–";
  return `${country} %${alternative ? `, or else ${alternative}` : ""}`;
}

function text(value: string | number | undefined): string {
  return value === undefined ? "–" : String(value);
}

/** Rows in columns under a heading. */
function table(heading: string, rows: readonly string[][]): string {
  if (rows.length === 0) return `${heading}\n  none\n`;
  const lines = tableLines(rows).map((line) => `  ${line}`);
  return [heading, ...lines].join("\n") + "\n";
}
