import { OWN_CLIENT } from "../../core/caller.ts";
import type { IpInfoService } from "../../ipinfo/ipinfo_service.ts";
import { parseTargetText } from "../../net/target.ts";
import { FACT_NAMES, FACTS } from "../../data/facts.ts";
import type { Profile } from "../../ipinfo/profile.ts";
import { v1View } from "../../ipinfo/records/v1.ts";
import { v2View } from "../../ipinfo/records/v2.ts";
import { evidenceText } from "../../ipinfo/view/evidence_texts.ts";
import { errorText } from "../../i18n/errors.ts";
import { UsageError } from "./output.ts";

export interface LookupCommand {
  /** An address or a name. */
  target: string;
  /** The whole profile with the source policy of V2, instead of V1's. */
  v2: boolean;
  /** The record as JSON. */
  json: boolean;
}

/** Time limit for a lookup with all its sources. */
const LIMIT_MS = 10_000;

/**
 * The output of `lookup`.
 *
 * @param now milliseconds since the epoch
 * @throws {UsageError} for a target that is neither an address nor a name
 * @throws {AppError} for a name without an address
 */
export async function lookup(
  { target: text, v2, json }: LookupCommand,
  { ipinfo }: { ipinfo: IpInfoService },
  now: number,
): Promise<string> {
  const target = parseTargetText(text);
  if (target.kind === "error") {
    throw new UsageError(errorText("en", target.params));
  }
  const { profile } = await ipinfo.describe(target, v2 ? "v2" : "v1", {
    client: OWN_CLIENT,
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  if (json) {
    const record = v2 ? v2View(profile, now) : v1View(profile);
    return JSON.stringify(record, null, 2) + "\n";
  }
  return v2 ? wholeProfile(profile) : asLines(v1View(profile));
}

/** A record as aligned lines, one per field, with a dash for unknown values. */
function asLines(record: object, prefix = ""): string {
  return Object.entries(record).map(([key, value]) =>
    value !== null && typeof value === "object"
      ? asLines(value, `${prefix}${key}.`)
      : `${(prefix + key).padEnd(22)} ${value ?? "–"}\n`
  ).join("");
}

/** All facts about an address with their sources. */
function wholeProfile(profile: Profile): string {
  const { ip, isBogon, isChinaIp, facts, sources, evidence, risk } = profile;
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
  const verdict = [
    ["Reserved address", isBogon ? "yes" : "no"],
    ["In China", isChinaIp ? "yes" : "no"],
    ["Network type", risk.lineType ?? "–"],
    ...([
      ["VPN", risk.isVpn],
      ["Proxy", risk.isProxy],
      ["Tor", risk.isTor],
      ["Relay", risk.isRelay],
      ["Hosting", risk.isHosting],
      ["Mobile", risk.isMobile],
      ["Satellite", risk.isSatellite],
      ["Crawler", risk.isCrawler],
      ["Abuser", risk.isAbuser],
    ] as const).map(([name, is]) => [name, is ? "yes" : "no"]),
    ["Risk score", `${risk.score} out of 100`],
    ["Confidence", `${risk.confidence} out of 100`],
  ];
  return [
    `${ip.text}\n`,
    table("Fact", lines),
    table("Evidence", weighed),
    table("Verdict", verdict),
  ].join("\n");
}

function text(value: string | number | undefined): string {
  return value === undefined ? "–" : String(value);
}

/** Rows in columns under a heading; an empty string without rows. */
function table(heading: string, rows: readonly string[][]): string {
  if (rows.length === 0) return `${heading}\n  none\n`;
  const widths = rows[0].map((_, column) =>
    Math.max(...rows.map((row) => row[column].length))
  );
  const lines = rows.map((row) =>
    "  " + row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd()
  );
  return [heading, ...lines].join("\n") + "\n";
}
