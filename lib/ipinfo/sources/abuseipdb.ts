import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Evidence } from "../risk/evidence.ts";
import type {
  EvidenceDetail,
  EvidenceValue,
  Trait,
} from "../view/evidence_detail.ts";
import { withoutEmpty } from "../merge.ts";
import type { Findings, RemoteSource } from "../profile.ts";
import {
  EMPTY_LIFETIME_MS,
  querySource,
  RISK_LIFETIME_MS,
  TIMEOUT_MS,
  urlBelow,
} from "./query_source.ts";
import * as field from "./fields.ts";

export const ABUSEIPDB_URL = "https://api.abuseipdb.com";

export interface AbuseipdbOptions {
  readonly url?: URL;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
}

const ResponseBody = z.object({
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
type Report = z.infer<typeof ResponseBody>["data"];

/** The lowest score that the service itself calls suspicious. */
const SUSPICIOUS_SCORE = 25;

/** The service's usage types: our name, and the trait that each suggests. */
const USAGE: Readonly<
  Record<string, { usage: EvidenceValue<"usage">; kind: Trait }>
> = {
  "Commercial": { usage: "commercial", kind: "commercial" },
  "Organization": { usage: "organization", kind: "commercial" },
  "Government": { usage: "government", kind: "commercial" },
  "Military": { usage: "military", kind: "commercial" },
  "University/College/School": { usage: "education", kind: "commercial" },
  "Library": { usage: "library", kind: "commercial" },
  "Content Delivery Network": { usage: "cdn", kind: "hosting" },
  "Data Center/Web Hosting/Transit": { usage: "hosting", kind: "hosting" },
  "Fixed Line ISP": { usage: "fixed-isp", kind: "residential" },
  "Mobile ISP": { usage: "mobile-isp", kind: "mobile" },
  "Search Engine Spider": { usage: "crawler", kind: "crawler" },
};

/** AbuseIPDB, a database of reported abuse (docs.abuseipdb.com, version 2). */
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
    const { body: { data } } = await querySource(ResponseBody, {
      fetch,
      url: urlBelow(url, "/api/v2/check", {
        ipAddress: ip.text,
        maxAgeInDays: "90",
      }),
      headers: { key },
      signal,
    });
    if (data.isPublic === false) return { facts: {} };
    // The country is left out: without a place, it would hide the places of other sources.
    const facts = withoutEmpty({
      isp: data.isp,
      abuseScore: data.abuseConfidenceScore,
    });
    return { facts, evidence: this.#evidence(data) };
  }

  #evidence(report: Report): Evidence[] {
    const evidence: Evidence[] = [];
    // No date, because the score covers 90 days and already weighs old reports
    // less: their age would count twice.
    const observedAt = null;
    const add = (kind: Trait, weight: number, detail: EvidenceDetail) =>
      evidence.push({ kind, source: this.name, weight, detail, observedAt });
    const { abuseConfidenceScore: score, totalReports, usageType } = report;
    if (score !== undefined && score >= SUSPICIOUS_SCORE) {
      add("abuser", weightOf(score), {
        code: "abuse-score",
        params: { score },
      });
    }
    if (report.isWhitelisted) {
      add("abuser", -40, { code: "abuse-allowlisted", params: {} });
    } else if (score === 0 && totalReports === 0) {
      add("abuser", -20, { code: "abuse-unreported", params: {} });
    }
    if (report.isTor) {
      add("tor", 80, { code: "abuse-tor", params: {} });
    }
    if (usageType && Object.hasOwn(USAGE, usageType)) {
      const { usage, kind } = USAGE[usageType];
      add(kind, 60, { code: "usage", params: { usage } });
    }
    return evidence;
  }
}

/** From 30 for the lowest suspicious score to 90 for a score of 100. */
function weightOf(score: number): number {
  return 30 + Math.round((score - SUSPICIOUS_SCORE) * 60 / 75);
}
