import { isObject } from "../../core/json.ts";
import en from "./texts/en.json" with { type: "json" };

/** The words for the values of parameters. */
const WORDS: Readonly<Record<string, object>> = en.evidence.words;

type Words = typeof en.evidence.words;

export type Trait = keyof Words["trait"];

export const TRAITS = Object.keys(en.evidence.words.trait) as Trait[];

/** A parameter of a detail. Of its values, all are words, or all non-negative integers; a score is out of 100. */
export type EvidenceParam =
  | Exclude<keyof Words, "aNetworkType">
  | "asn"
  | "score";

export type EvidenceValue<P extends EvidenceParam> = P extends keyof Words
  ? keyof Words[P]
  : number;

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
  return Object.hasOwn(WORDS, name)
    ? typeof value === "string" && Object.hasOwn(WORDS[name], value)
    : Number.isSafeInteger(value) && Number(value) >= 0;
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
