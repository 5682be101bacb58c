import type { HomeField } from "./view/home_fields.ts";
import type { HomeRow } from "./view/home_view.ts";
import type { AddressTexts } from "./view/address_texts.ts";
import {
  compareDetails,
  type EvidenceDetail,
  type EvidenceParam,
  type Trait,
} from "./view/evidence_detail.ts";
import type { Facts, Profile } from "./profile.ts";
import type { Risk } from "./risk/risk.ts";

/** What the fields are taken from. */
export type Known = Pick<Profile, "facts" | "sources" | "evidence" | "risk">;

/** Whether the audience sees a field. */
export type Shows = (field: HomeField) => boolean;

/** The field that tells of each trait. */
const FIELD_OF: Readonly<Record<Trait, HomeField>> = {
  residential: "networkType",
  commercial: "networkType",
  hosting: "networkType",
  mobile: "networkType",
  satellite: "satellite",
  proxy: "proxy",
  vpn: "vpn",
  tor: "tor",
  crawler: "crawler",
  abuser: "abuser",
};

const HAS = {
  satellite: "isSatellite",
  proxy: "isProxy",
  vpn: "isVpn",
  tor: "isTor",
  crawler: "isCrawler",
  abuser: "isAbuser",
} as const satisfies Partial<Record<Trait, keyof Risk>>;

/**
 * Whether an address has a trait: true by the verdict, false where a source
 * looked and denied it. Null where nobody spoke of it, or not strongly enough:
 * being on no list is no proof.
 */
export function hasTrait(
  { risk, evidence }: Known,
  kind: keyof typeof HAS,
): boolean | null {
  if (risk[HAS[kind]]) return true;
  const isDenied = evidence.some((item) =>
    item.kind === kind && item.weight < 0
  );
  return isDenied ? false : null;
}

type Value = (
  profile: Known,
  shows: Shows,
  texts: AddressTexts,
) => HomeRow["value"];

function fact(name: keyof Facts): Value {
  return ({ facts }) => facts[name] ?? null;
}

function answer(kind: keyof typeof HAS): Value {
  return (profile, _shows, { yes, no }) => {
    const has = hasTrait(profile, kind);
    return has === null ? null : has ? yes : no;
  };
}

/** Each text once; `null` without any. */
function list(texts: readonly (string | undefined)[]): string[] | null {
  const found = [...new Set(texts)].filter((text) => text !== undefined);
  return found.length > 0 ? found : null;
}

/** The field that a parameter of a reason tells of, besides the trait. */
const FIELD_OF_PARAM: Readonly<Partial<Record<EvidenceParam, HomeField>>> = {
  asn: "asn",
  networkClass: "asnType",
  holder: "asnType",
};

/**
 * The reasons for what the audience sees: a reason for a hidden verdict would
 * give it away, and so would one with a parameter that tells of a hidden field.
 */
function reasonsFor(
  profile: Known,
  shows: Shows,
  texts: AddressTexts,
): string[] {
  const { facts, risk, evidence } = profile;
  const hidden = evidence.filter(({ kind }) => !shows(FIELD_OF[kind]));
  const hiddenType = shows("asnType") ? null : facts.asnType?.toLowerCase();
  const tells = ({ params }: EvidenceDetail) =>
    Object.entries(params).some(([name, value]) => {
      const field = FIELD_OF_PARAM[name as EvidenceParam];
      return field && !shows(field) || value === hiddenType;
    });
  return risk.reasons.filter((reason) =>
    !tells(reason) &&
    !hidden.some(({ detail }) => compareDetails(detail, reason) === 0)
  ).map(texts.reason);
}

/** The sources of facts and of evidence the audience sees: some names say what they list. */
function sourcesFor({ sources, evidence }: Known, shows: Shows) {
  return [
    ...Object.values(sources),
    ...evidence.filter(({ kind }) => shows(FIELD_OF[kind]))
      .map(({ source }) => source),
  ];
}

/** The value of each field; `null` is not known. */
export const homeValues: Readonly<Record<HomeField, Value>> = {
  country: fact("country"),
  region: fact("region"),
  city: fact("city"),
  timezone: fact("timezone"),
  asn: ({ facts: { asn } }) => asn === undefined ? null : `AS${asn}`,
  organization: fact("asnOrg"),
  isp: fact("isp"),
  networkType: ({ risk: { lineType } }, shows, texts) =>
    lineType === null || lineType === "satellite" && !shows("satellite")
      ? null
      : texts.networkTypes[lineType],
  proxy: answer("proxy"),
  vpn: answer("vpn"),
  tor: answer("tor"),
  confidence: ({ risk: { confidence } }, _shows, { ofHundred }) =>
    confidence > 0 ? ofHundred(confidence) : null,
  hostname: fact("hostname"),
  asnType: ({ facts: { asnType } }, _shows, texts) =>
    asnType === undefined ? null : texts.asnType(asnType),
  route: fact("route"),
  rir: fact("rir"),
  orgDomain: fact("asnDomain"),
  coordinates: ({ facts: { latitude, longitude } }) =>
    latitude === undefined || longitude === undefined
      ? null
      : `${latitude}, ${longitude}`,
  crawler: answer("crawler"),
  satellite: answer("satellite"),
  abuser: answer("abuser"),
  riskScore: ({ risk, evidence }, _shows, { ofHundred }) =>
    evidence.length > 0 ? ofHundred(risk.score) : null,
  abuseContact: ({ facts }) => list([facts.abuseEmail, facts.abusePhone]),
  riskReasons: (profile, shows, texts) =>
    list(reasonsFor(profile, shows, texts)),
  asnDates: ({ facts: { asnCreated, asnUpdated } }, _shows, texts) =>
    list([
      asnCreated && texts.created(asnCreated),
      asnUpdated && texts.updated(asnUpdated),
    ]),
  sourcesUsed: (profile, shows) => list(sourcesFor(profile, shows)),
};
