import { isObject } from "../../core/json.ts";

/** The traits that evidence can be about. */
export const TRAITS = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
  "satellite",
  "proxy",
  "vpn",
  "tor",
  "relay",
  "crawler",
  "abuser",
] as const;

export type Trait = typeof TRAITS[number];

/**
 * The values of each parameter of a detail; null means any non-negative
 * integer.
 */
export const EVIDENCE_VALUES = {
  asn: null,
  /** Out of 100. */
  score: null,
  /** The kind of source. */
  speaker: ["commercial", "free", "database", "operator"],
  trait: TRAITS,
  /** The kind of list that contains the network. */
  networkList: ["vpn", "hosting", "mobile", "satellite"],
  /** A network's class in a registry of networks. */
  networkClass: [
    "access",
    "content",
    "hosting",
    "mobile",
    "business",
    "education",
    "government",
  ],
  networkType: ["hosting", "mobile", "satellite", "commercial", "residential"],
  /** The business of the network's holder. */
  holder: [
    "isp",
    "business",
    "banking",
    "education",
    "government",
    "hosting",
  ],
  level: ["elevated", "high", "very-high"],
  /** The use of an address. */
  usage: [
    "commercial",
    "organization",
    "government",
    "military",
    "education",
    "library",
    "cdn",
    "hosting",
    "fixed-isp",
    "mobile-isp",
    "crawler",
  ],
} as const satisfies Readonly<Record<string, readonly string[] | null>>;

type Values = typeof EVIDENCE_VALUES;
export type EvidenceParam = keyof Values;

/** A value of a parameter. */
export type EvidenceValue<P extends EvidenceParam> = Values[P] extends
  readonly (infer Word)[] ? Word : number;

/** Everything that a source can state about an address, with its parameters. */
export const EVIDENCE_PARAMS = {
  "tor-exit-listed": [],
  "tor-exit-observed": [],
  "vpn-block": [],
  "datacenter-block": [],
  "attacker-list": [],
  "open-proxy-list": [],
  "criminal-block": [],
  "crawler-range": [],
  "relay-range": [],
  "cloud-range": [],
  "criminal-network": [],
  "network-listed": ["networkList"],
  "network-classified": ["networkClass"],
  "network-known": ["asn", "networkType"],
  "network-named": ["asn", "networkType"],
  "network-holder": ["holder"],
  "network-abuse": ["level"],
  "trait-claimed": ["speaker", "trait"],
  "trait-denied": ["speaker", "trait"],
  "anonymous": [],
  "usage": ["usage"],
  "abuse-score": ["score"],
  "abuse-unreported": [],
  "abuse-allowlisted": [],
  "abuse-tor": [],
} as const satisfies Readonly<Record<string, readonly EvidenceParam[]>>;

export type EvidenceCode = keyof typeof EVIDENCE_PARAMS;

type ParamOf<C extends EvidenceCode> = typeof EVIDENCE_PARAMS[C][number];

type EvidenceParams<C extends EvidenceCode> = {
  readonly [P in ParamOf<C>]: EvidenceValue<P>;
};

/** A source's statement as data. `evidenceText` turns it into a sentence. */
export type EvidenceDetail = {
  [C in EvidenceCode]: {
    readonly code: C;
    readonly params: EvidenceParams<C>;
  };
}[EvidenceCode];

/**
 * Whether a value is a detail of this version. A stored one may be of another.
 */
export function isEvidenceDetail(value: unknown): value is EvidenceDetail {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const { code, params } = value;
  if (typeof code !== "string" || !Object.hasOwn(EVIDENCE_PARAMS, code)) {
    return false;
  }
  const names = EVIDENCE_PARAMS[code as EvidenceCode];
  return isObject(params) && Object.keys(params).length === names.length &&
    names.every((name) => isValue(name, params[name]));
}

function isValue(name: EvidenceParam, value: unknown): boolean {
  const words: readonly unknown[] | null = EVIDENCE_VALUES[name];
  return words === null
    ? Number.isSafeInteger(value) && Number(value) >= 0
    : words.includes(value);
}

/** Orders details by code, then by parameters; returns 0 for equal ones. */
export function compareDetails(a: EvidenceDetail, b: EvidenceDetail): number {
  if (a === b) return 0;
  if (a.code !== b.code) return a.code < b.code ? -1 : 1;
  const [ours, theirs]: Partial<Record<EvidenceParam, unknown>>[] = [
    a.params,
    b.params,
  ];
  for (const name of EVIDENCE_PARAMS[a.code]) {
    const [x, y] = [`${ours[name]}`, `${theirs[name]}`];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}
