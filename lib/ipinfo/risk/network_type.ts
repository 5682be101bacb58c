import { HOSTING_ASNS } from "./hosting_asns.ts";
import { MOBILE_ASNS } from "./mobile_asns.ts";

/**
 * Autonomous systems whose lines go over satellites, as a word of the holder's
 * name and the numbers. Checked against the ASN table of 2026-06 by a test: a
 * wrong number would not bear the name.
 */
export const SATELLITE_ASNS:
  readonly (readonly [holder: string, ...asns: number[]])[] = [
    ["Space Exploration Technologies", 14593, 27277],
    ["ViaSat", 7155, 40311],
    ["Hughes Network Systems", 6621, 63062],
    ["Intelsat", 22351],
    ["SES ASTRA", 12684, 201554],
    ["Marlink", 5377],
    ["OneWeb", 800],
  ];

type Type = "hosting" | "mobile" | "commercial" | "residential";

/** What a network is for, and whether a list or only its holder's name says so. */
export interface NetworkType {
  readonly type: Type | null;
  /** A name is weaker evidence than a list. */
  readonly evidence: "list" | "name" | null;
}

/** Words in a holder's name that tell a type, and words that show it to mean something else. */
interface WordRule {
  readonly type: Type;
  readonly words: RegExp;
  readonly but: RegExp;
}

/**
 * The first rule that fits decides. Cloud 9 Wireless hosts nothing, Mobile TV
 * has no masts, and "Mobil" alone names fuel and caravans; a bank or a school
 * is no line to a home, but the telephone company of a county is.
 */
const RULES: readonly WordRule[] = [
  {
    type: "hosting",
    words:
      /\b(?:hosting|hosts?|vps|cloud|data ?cent(?:er|re)s?|servers?|colo(?:cation)?|cdn)\b/i,
    but:
      /\b(?:wireless|broadband|tele(?:com|kom|fon)\w*|fib(?:er|re)|cable|bank|university)\b/i,
  },
  {
    type: "mobile",
    words: /\b(?:mobile|cellular|gsm|m[oó]vil(?:es)?)\b/i,
    but:
      /\b(?:solutions?|fixed|video|tv|television|technolog(?:y|ies)|marketing|vending|health\w*|security|care|business|molecular|medical|heartbeat|synchronization|provedor|cellebrite|karix|route|telesign|shopee|sony|lenovo|microsoft)\b/i,
  },
  {
    type: "commercial",
    words:
      /\b(?:\w*banks?|banking|banco|banque|credit union|insurance|assurance|seguros|securities|universit\w+|universidade?s?|universitas|colleges?|schools?|academy|academia|instituto?|education\w*|ministry|ministerio|government|governo|county|municipal\w*|municipio|prefeitura|pemerintah|(?:city|town|state) of|department of|hospitals?|healthcare|health|medical|clinic|pharma\w*|airlines?|airways|airport|motors?|automotive|manufacturing|petroleum|police|army|dod|navy|library|museum|hotels?|law)\b/i,
    but:
      /\b(?:tele(?:com|kom|fon|phon)\w*|telco|broadband|wireless|cable\w*|internet|isp|fib(?:er|re|ra)\w*|communications?|wifi|online)\b/i,
  },
  {
    type: "residential",
    words:
      /\b(?:\w*tele(?:com|kom|fon|phon)\w*|telkom|telco|broadband|banda (?:larga|ancha)|wireless|wifi|cable|cablevision|fib(?:er|re|ra)(?:net|link)?|internet|isp|provedor(?:es)?|comunica[cç](?:iones|oes|ao)|communications?|multim[ií]dia|chinanet|unicom|telenor|telia|telmex|telstra|vodafone|virgin media|swisscom|proximus)\b/i,
    but:
      /\b(?:exchange|ix|registry|security|software|consult\w*|archive|research|satellite|radio|broadcast\w*|trading|advert\w*|marketing|media|hosting)\b/i,
  },
];

/** Judges an autonomous system by the curated lists, else by its holder's name. */
export function networkTypeOf(asn: number, org: string): NetworkType {
  const listed = (compiled ??= compile()).types.get(asn);
  if (listed) return { type: listed, evidence: "list" };
  for (const { type, words, but } of RULES) {
    if (words.test(org) && !but.test(org)) return { type, evidence: "name" };
  }
  return { type: null, evidence: null };
}

/** Whether the lines of an autonomous system go over satellites, by the curated list. */
export function isSatelliteNetwork(asn: number): boolean {
  return (compiled ??= compile()).satellite.has(asn);
}

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  const types = new Map<number, "hosting" | "mobile">();
  for (const [, ...asns] of HOSTING_ASNS) {
    for (const asn of asns) types.set(asn, "hosting");
  }
  for (const [, ...asns] of MOBILE_ASNS) {
    for (const asn of asns) types.set(asn, "mobile");
  }
  const satellite = new Set(SATELLITE_ASNS.flatMap(([, ...asns]) => asns));
  return { types, satellite };
}
