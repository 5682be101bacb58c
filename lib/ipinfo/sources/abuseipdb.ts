import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Findings } from "../profile.ts";
import type { Evidence } from "../risk/evidence.ts";
import type {
  EvidenceDetail,
  EvidenceValue,
  Trait,
} from "../view/evidence_detail.ts";
import { count, factsAt, flag, percent, text } from "./fields.ts";
import {
  ApiSource,
  evidenceOf,
  querySource,
  urlBelow,
} from "./query_source.ts";

export const ABUSEIPDB_URL = "https://api.abuseipdb.com";

const responseBody = z.object({ data: z.looseObject({}) });

/** The lowest score that the service itself calls suspicious. */
const SUSPICIOUS_SCORE = 25;

/** The service's usage types: our name, and the trait that each suggests. */
const USAGE: Readonly<
  Record<string, readonly [usage: EvidenceValue<"usage">, kind: Trait]>
> = {
  "Commercial": ["commercial", "commercial"],
  "Organization": ["organization", "commercial"],
  "Government": ["government", "commercial"],
  "Military": ["military", "commercial"],
  "University/College/School": ["education", "commercial"],
  "Library": ["library", "commercial"],
  "Content Delivery Network": ["cdn", "hosting"],
  "Data Center/Web Hosting/Transit": ["hosting", "hosting"],
  "Fixed Line ISP": ["fixed-isp", "residential"],
  "Mobile ISP": ["mobile-isp", "mobile"],
  "Search Engine Spider": ["crawler", "crawler"],
};

/** AbuseIPDB, a database of reported abuse (docs.abuseipdb.com, version 2). */
export class AbuseipdbSource extends ApiSource<{ readonly key: string }> {
  readonly name = "abuseipdb";
  override readonly kind = "abuse";

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(ABUSEIPDB_URL), key, fetch } = this.options;
    const { body: { data } } = await querySource(responseBody, {
      fetch,
      url: urlBelow(url, "/api/v2/check", {
        ipAddress: ip.text,
        maxAgeInDays: "90",
      }),
      headers: { key },
      signal,
    });
    if (flag(data.isPublic) === false) return { facts: {} };
    // The country is left out: without a place, it would hide the places of other sources.
    const facts = factsAt(data, {
      isp: "isp",
      abuseScore: "abuseConfidenceScore",
    });
    return { facts, evidence: this.#evidence(data) };
  }

  #evidence(report: Readonly<Record<string, unknown>>): Evidence[] {
    const evidence: Evidence[] = [];
    // No date, because the score covers 90 days and already weighs old reports
    // less: their age would count twice.
    const add = (kind: Trait, weight: number, detail: EvidenceDetail) =>
      evidence.push(evidenceOf(this.name, kind, weight, detail));
    const score = percent(report.abuseConfidenceScore);
    const usageType = text(report.usageType) ?? "";
    if (score !== undefined && score >= SUSPICIOUS_SCORE) {
      add("abuser", weightOf(score), {
        code: "abuse-score",
        params: { score },
      });
    }
    if (flag(report.isWhitelisted)) {
      add("abuser", -40, { code: "abuse-allowlisted", params: {} });
    } else if (score === 0 && count(report.totalReports) === 0) {
      add("abuser", -20, { code: "abuse-unreported", params: {} });
    }
    if (flag(report.isTor)) add("tor", 80, { code: "abuse-tor", params: {} });
    if (Object.hasOwn(USAGE, usageType)) {
      const [usage, kind] = USAGE[usageType];
      add(kind, 60, { code: "usage", params: { usage } });
    }
    return evidence;
  }
}

/** From 30 for the lowest suspicious score to 90 for a score of 100. */
function weightOf(score: number): number {
  return 30 + Math.round((score - SUSPICIOUS_SCORE) * 60 / 75);
}
