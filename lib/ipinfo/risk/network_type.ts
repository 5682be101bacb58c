import { ASNS_BY_CLASS, type FactClass } from "../../facts/network_facts.ts";

/** What a network is for, and what that says of its lines and of the AS type. */
export const NETWORK_CLASSES = {
  /** Homes, and maybe companies and mobile phones as well. */
  access: { lineType: "residential", asnType: "isp" },
  mobile: { lineType: "mobile", asnType: "isp" },
  satellite: { lineType: "satellite", asnType: "isp" },
  /** Other networks, or companies only. */
  carrier: { lineType: "commercial", asnType: "isp" },
  hosting: { lineType: "hosting", asnType: "hosting" },
  business: { lineType: "commercial", asnType: "business" },
  education: { lineType: "commercial", asnType: "education" },
  government: { lineType: "commercial", asnType: "government" },
} as const;

export type NetworkClass = keyof typeof NETWORK_CLASSES;

/** What a network is for, and whether a list or only its holder's name says so. */
export interface NetworkType {
  readonly networkClass: NetworkClass;
  /** A name is weaker evidence than a list. */
  readonly basis: "list" | "name";
}

/**
 * Classifies an autonomous system by the curated lists, or else by its holder's
 * name; null if neither says anything.
 *
 * @param family that of the addresses in question
 */
export function networkTypeOf(
  asn: number,
  org: string,
  family: 4 | 6 = 4,
): NetworkType | null {
  classes ??= classesByAsn();
  const listed = classes[family].get(asn);
  if (listed) return { networkClass: listed, basis: "list" };
  const name = org.normalize("NFD").replace(/\p{M}/gu, "");
  for (const { networkClass, words, but } of NAME_RULES) {
    if (words.test(name) && !but?.test(name)) {
      return { networkClass, basis: "name" };
    }
  }
  return null;
}

let classes:
  | Readonly<Record<4 | 6, ReadonlyMap<number, NetworkClass>>>
  | undefined;

/** Reads the numbers by character code: the first lookup waits for it, and `split` takes several times as long. */
function classesByAsn(): NonNullable<typeof classes> {
  const byAsn = new Map<number, NetworkClass>();
  const add = (
    to: Map<number, NetworkClass>,
    networkClass: NetworkClass,
    from: FactClass,
  ) => {
    const asns = ASNS_BY_CLASS[from];
    let asn = 0;
    for (let i = 0; i <= asns.length; i++) {
      const digit = asns.charCodeAt(i) - ZERO;
      if (digit >= 0) asn = asn * 10 + digit;
      else {
        to.set(asn, networkClass);
        asn = 0;
      }
    }
  };
  const networkClasses = Object.keys(NETWORK_CLASSES) as NetworkClass[];
  for (const name of networkClasses) add(byAsn, name, name);
  const ofIpv6 = new Map(byAsn);
  add(ofIpv6, "access", "access-ipv6");
  return { 4: byAsn, 6: ofIpv6 };
}

const ZERO = 48;

/** Words in a holder's name, without diacritics, that tell what its network is for. */
interface NameRule {
  readonly networkClass: NetworkClass;
  readonly words: RegExp;
  /** Words with which the rule does not apply, because the others then mean something else. */
  readonly but?: RegExp;
}

/**
 * The first rule that fits decides. Bank, university and county come before
 * hosting and access, because a bank's data center is the bank's; but the
 * telephone company of a county connects homes.
 *
 * How often they are wrong is in tests/evaluation/README.md, and each false
 * friend, such as SoftBank or St. Cloud, in a test.
 */
const NAME_RULES: readonly NameRule[] = [
  {
    networkClass: "education",
    words:
      /\b(?:universi\w+|uniwersytet\w*|univerzit\w+|hochschule\w*|fachhochschule|colleges?|schools?|academ(?:y|ia|ic|ies)|institut(?:e[ts]?|os?|ul|ions?|ionen)?|instytut\w*|educa\w+|polytechnic\w*|politecni\w+|politechnika|campus|boces|seminary|lycee|facult\w+|national laborator(?:y|ies)|librar(?:y|ies)|museum|commission scolaire)\b/i,
    but:
      /\b(?:banks?|bank\w+|credit union|hospitals?|health\w*|salud|insurance|securities|broadband|wireless|cable\w*|fib(?:er|re|ra)\w*|telephone|telefonica|internet services?|provedor\w*|isp|wifi)\b/i,
  },
  {
    networkClass: "government",
    words:
      /\b(?:ministr\w+|minister\w+|regulat\w+ (?:authority|commission)|autorite de regulation|autoridade? nacional|government communications?|communications? (?:and (?:\w+ )+)?(?:commission|authority|agency)|department of (?:\w+ )*?(?:and |& )?(?:tele)?communications?)\b/i,
  },
  {
    networkClass: "government",
    words:
      /\b(?:governments?|govt|governo|gobierno|gouvernement|county|municip\w+|prefeitura|pemerintah|kabupaten|dinas|diskominfo|kommune?|landsting|(?:city|town|village|state|commonwealth|province|township) of|department|departamento|council|authority|administration|commission|federal (?:state|agency|bureau|service|reserve|trade|government|office|aviation)|parliament|gemeente|comune di|ayuntamiento|diputacion|landeshauptstadt|stadtverwaltung|bundesministerium|ministarstvo|wojewodztwo|city hall|tribunal|senado|courts?|police|army|air force|dod|navy)\b/i,
    but:
      /\b(?:\w*tele(?:com|kom|fon|phon)\w*|telco|broadband|wireless|cable\w*|internet|isp|fib(?:er|re|ra)\w*|communications?|wifi|online|multimedia|banks?|credit union|old navy|salvation army|insurance|hosting|(?<!st\. )cloud|utilit\w+|electric\w*|power\w*)\b/i,
  },
  {
    networkClass: "business",
    words:
      /\b(?:(?!(?:soft|bur|fair|river|rack|data|digital|gigabit|news|view|cum|mill|kor)bank)\w*banks?|banking|bankas[iy]|banco|banque|banca|banc(?:orp|shares)|credit union|caixa|insurance|assurance|seguros|assicurazioni|sigorta|ubezpieczen|\w*versicherung\w*|securities|financ\w*|capital|hospitals?|health\w*|salud|medical|clinic|cancer|pharma\w*|klinik\w*|kliniken|krankenhaus\w*|kantonsspital|rundfunk|airlines?|airways|airports?|flughafen|motors?|automotive|manufacturing|industries|logistics|petroleum|energy|hotels?|law|stock exchange)\b/i,
    but:
      /\b(?:\w*tele(?:com|kom|fon|phon)\w*|telco|broadband|wireless|cable\w*|internet|isp|fib(?:er|re|ra)(?:net|link)?|communications?|wifi|online|hosting|servers?|cloud|data ?cent(?:er|re)s?|(?:capital|energy|law|motor|bank) networks?|electric)\b/i,
  },
  {
    networkClass: "hosting",
    words:
      /\b(?:\w*hosting|hosts?|(?!ghost)\w+host(?:er)?|host(?!e?l|al|ess|etl|il)\w{3,}|hebergement|webb?hotell?|vps|vds|\w*clouds?|cloud(?!berry)\w+|data ?cent(?:er|re)s?|veri merkezi|idc|(?!ob)\w*servers?|server\w{2,}|sunucu|rack(?!et)\w{3,}|colo(?:cation)?|cdn|bare ?metal)\b/i,
    but:
      /\b(?:wireless|\w*wifi|broadband|banda larga|tele(?:com|kom|fon|phon)\w*|fib(?:er|re)|cable|communications?|multimidia|internet service (?:provider|pvt)|provedor|route-servers)\b/i,
  },
  {
    networkClass: "mobile",
    words: /\b(?:mobile|cellular|gsm|movil(?:es)?|vodacom|airtel)\b/i,
    but:
      /\b(?:solutions?|fixed|video|tv|television|technolog(?:y|ies)|tecnologias|aplicaciones|engenharia|tracking|telemedia|smb|international|marketing|vending|health\w*|security|care|business|molecular|medical|heartbeat|synchronization|provedor|cellebrite|karix|route|telesign|shopee|sony|lenovo|microsoft|sound)\b/i,
  },
  {
    networkClass: "access",
    words:
      /\b(?:\w*tele(?:com|kom|fon|phon)\w*|telkom|telco|broadband|banda (?:larga|ancha)|\w*bredbaa?nds?\w*|bre[ei]d?band\w*|wireless|\w*wifi\w*|wi-fi|wimax|wisp|cable|cablevision|catv|kabel\w*|telewizja kablowa|tv (?:a )?cabo|bolignet|antenneforening\w*|\w*fib(?:er|re|ra)(?!glas|home|ax)\w*|glas(?:faser|vezel)\w*|internet|isp|provedor(?:es)?|comunicac(?:iones|oes|ao)|communications?|multimidia|chinanet|unicom|telenor|telia|telmex|telstra|vodafone|virgin media|swisscom|proximus|ooredoo|etisalat)\b/i,
    but:
      /\b(?:exchange|ix|registry|registration|security|software|consult\w*|archive|research|satell?it\w*|satcom|radio|broadcast\w*|trading|advert\w*|marketing|media|hosting|regulat\w+|credit union)\b/i,
  },
];
