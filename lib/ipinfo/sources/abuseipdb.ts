import { z } from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Evidence, Trait } from "../risk/evidence.ts";
import { withoutEmpty } from "../merge.ts";
import type { Findings, RemoteSource } from "../profile.ts";
import {
  askJson,
  below,
  EMPTY_LIFETIME_MS,
  RISK_LIFETIME_MS,
  TIMEOUT_MS,
} from "./ask_json.ts";
import * as field from "./fields.ts";

export const ABUSEIPDB_URL = "https://api.abuseipdb.com";

export interface AbuseipdbOptions {
  readonly url?: URL;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
}

const Answer = z.object({
  data: z.object({
    isPublic: field.flag,
    isWhitelisted: field.flag,
    abuseConfidenceScore: field.percent,
    usageType: field.text,
    isp: field.text,
    isTor: field.flag,
    totalReports: field.count,
  }),
});
type Report = z.infer<typeof Answer>["data"];

/** From here on the service itself calls a score suspicious. */
const SUSPICIOUS_SCORE = 25;

const USAGE: Readonly<Record<string, Trait>> = {
  "Commercial": "commercial",
  "Organization": "commercial",
  "Government": "commercial",
  "Military": "commercial",
  "University/College/School": "commercial",
  "Library": "commercial",
  "Content Delivery Network": "hosting",
  "Data Center/Web Hosting/Transit": "hosting",
  "Fixed Line ISP": "residential",
  "Mobile ISP": "mobile",
  "Search Engine Spider": "crawler",
};

/** AbuseIPDB, where administrators report abuse (docs.abuseipdb.com, version 2). */
export class AbuseipdbSource implements RemoteSource {
  readonly name = "abuseipdb";
  readonly kind = "abuse";
  readonly timeoutMs = TIMEOUT_MS;
  readonly lifetimeMs = RISK_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  readonly #options: AbuseipdbOptions;

  constructor(options: AbuseipdbOptions) {
    this.#options = options;
  }

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(ABUSEIPDB_URL), key, fetch } = this.#options;
    const { body: { data } } = await askJson(Answer, {
      fetch,
      url: below(url, "/api/v2/check", {
        ipAddress: ip.text,
        maxAgeInDays: "90",
      }),
      headers: { key },
      signal,
    });
    if (data.isPublic === false) return { facts: {} };
    // Its country without a place would empty the place of every other source.
    const facts = withoutEmpty({
      isp: data.isp,
      abuseScore: data.abuseConfidenceScore,
    });
    return { facts, evidence: this.#evidence(data) };
  }

  #evidence(report: Report): Evidence[] {
    const evidence: Evidence[] = [];
    // The score is of 90 days and counts old reports for less: to let it age
    // would be to count its age twice.
    const observedAt = null;
    const add = (kind: Trait, weight: number, detail: string) =>
      evidence.push({ kind, source: this.name, weight, detail, observedAt });
    const { abuseConfidenceScore: score, totalReports, usageType } = report;
    if (score !== undefined && score >= SUSPICIOUS_SCORE) {
      const detail =
        `reports of abuse within 90 days add up to ${score} of 100`;
      add("abuser", weightOf(score), detail);
    }
    if (report.isWhitelisted) {
      add("abuser", -40, "those who collect reports of abuse vouch for it");
    } else if (score === 0 && totalReports === 0) {
      add("abuser", -20, "nobody has reported abuse within 90 days");
    }
    if (report.isTor) {
      add("tor", 80, "those who collect reports of abuse know it as Tor");
    }
    if (usageType && Object.hasOwn(USAGE, usageType)) {
      const detail = `its use is given as ${usageType}`;
      add(USAGE[usageType], 60, detail);
    }
    return evidence;
  }
}

/** 30 for the lowest suspicious score, 90 for certainty. */
function weightOf(score: number): number {
  return 30 + Math.round((score - SUSPICIOUS_SCORE) * 60 / 75);
}
