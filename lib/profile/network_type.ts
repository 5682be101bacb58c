import { HOSTING_ASNS } from "./hosting_asns.ts";
import { MOBILE_ASNS } from "./mobile_asns.ts";

/** What a network is for, and whether a list or only its holder's name says so. */
export interface NetworkType {
  readonly type: "hosting" | "mobile" | null;
  /** A name is weaker evidence than a list. */
  readonly evidence: "list" | "name" | null;
}

const HOSTING_WORDS =
  /\b(?:hosting|hosts?|vps|cloud|data ?cent(?:er|re)s?|servers?|colo(?:cation)?|cdn)\b/i;
const MOBILE_WORDS = /\b(?:mobile|cellular|gsm|m[oó]vil(?:es)?)\b/i;

/** Words that show the name to mean something else: Cloud 9 Wireless, Mobile TV, Shopee Mobile. "Mobil" alone names fuel and caravans. */
const NOT_HOSTING =
  /\b(?:wireless|broadband|tele(?:com|kom|fon)\w*|fib(?:er|re)|cable|bank|university)\b/i;
const NOT_MOBILE =
  /\b(?:solutions?|fixed|video|tv|television|technolog(?:y|ies)|marketing|vending|health\w*|security|care|business|molecular|medical|heartbeat|synchronization|provedor|cellebrite|karix|route|telesign|shopee|sony|lenovo|microsoft)\b/i;

let lists: ReadonlyMap<number, "hosting" | "mobile"> | undefined;

/** Judges an autonomous system by the curated lists, else by its holder's name. */
export function networkTypeOf(asn: number, org: string): NetworkType {
  const listed = (lists ??= compile()).get(asn);
  if (listed) return { type: listed, evidence: "list" };
  if (HOSTING_WORDS.test(org) && !NOT_HOSTING.test(org)) {
    return { type: "hosting", evidence: "name" };
  }
  if (MOBILE_WORDS.test(org) && !NOT_MOBILE.test(org)) {
    return { type: "mobile", evidence: "name" };
  }
  return { type: null, evidence: null };
}

function compile(): Map<number, "hosting" | "mobile"> {
  const types = new Map<number, "hosting" | "mobile">();
  for (const [, ...asns] of HOSTING_ASNS) {
    for (const asn of asns) types.set(asn, "hosting");
  }
  for (const [, ...asns] of MOBILE_ASNS) {
    for (const asn of asns) types.set(asn, "mobile");
  }
  return types;
}
