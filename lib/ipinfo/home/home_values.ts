import type { RpkiState } from "../../data/networks/vrp_table.ts";
import type { HomeField } from "../view/home_fields.ts";
import type { HomeRow } from "../view/home_view.ts";
import type { AddressTexts, ConnectionName } from "../view/address_texts.ts";
import {
  compareDetails,
  type EvidenceDetail,
  type EvidenceParam,
  type Trait,
} from "../view/evidence_detail.ts";
import type { Facts, Profile } from "../profile.ts";
import { type Checks, scoreText } from "../risk/checks.ts";
import { isDenial } from "../risk/evidence.ts";
import { FLAGS, type Risk } from "../risk/risk.ts";

export type HomeProfile =
  & Pick<
    Profile,
    "facts" | "sources" | "evidence" | "risk" | "confidence"
  >
  & {
    readonly checks: Checks;
  };

export type IsShown = (field: HomeField) => boolean;

/** The field that shows each trait. */
const FIELD_OF: Readonly<Record<Trait, HomeField>> = {
  residential: "networkType",
  commercial: "networkType",
  hosting: "networkType",
  mobile: "networkType",
  satellite: "satellite",
  proxy: "proxy",
  vpn: "vpn",
  tor: "tor",
  relay: "proxy",
  crawler: "crawler",
  abuser: "abuser",
};

/**
 * Whether an address has a trait: true if the verdict says so, false if a
 * source has checked and denied it. Null if there is too little evidence:
 * absence from a list proves nothing.
 */
export function hasTrait(
  { risk, evidence }: Pick<HomeProfile, "risk" | "evidence">,
  kind: keyof typeof FLAGS,
): boolean | null {
  if (risk[FLAGS[kind]]) return true;
  // A loop, because a page asks this some thirty times.
  for (const item of evidence) {
    if (item.kind === kind && isDenial(item)) return false;
  }
  return null;
}

type Value = (
  profile: HomeProfile,
  isShown: IsShown,
  texts: AddressTexts,
) => HomeRow["value"];

function fact(name: keyof Facts): Value {
  return ({ facts }) => facts[name] ?? null;
}

function traitValue(kind: keyof typeof FLAGS): Value {
  return (profile, _isShown, { yes, no, notListed }) => {
    const has = hasTrait(profile, kind);
    if (has !== null) return has ? yes : no;
    return profile.checks[kind] ? notListed : null;
  };
}

/** The distinct texts; `null` if there are none. */
function list(texts: readonly (string | undefined)[]): string[] | null {
  const found = texts.filter((text, i) =>
    text !== undefined && texts.indexOf(text) === i
  ) as string[];
  return found.length > 0 ? found : null;
}

/** The field that a parameter of a reason reveals, besides its trait. */
const FIELD_OF_PARAM: Readonly<Partial<Record<EvidenceParam, HomeField>>> = {
  asn: "asn",
  networkClass: "asnType",
  holder: "asnType",
};

/**
 * The reasons that the audience may see. Omits reasons for a hidden verdict,
 * and those whose parameters reveal a hidden field.
 */
function reasonsFor(
  profile: HomeProfile,
  isShown: IsShown,
  texts: AddressTexts,
): string[] {
  const { facts, risk, evidence } = profile;
  const hidden = evidence.filter(({ kind }) => !isShown(FIELD_OF[kind]));
  const hiddenType = isShown("asnType") ? null : facts.asnType?.toLowerCase();
  const tells = ({ params }: EvidenceDetail) =>
    Object.entries(params).some(([name, value]) => {
      const field = FIELD_OF_PARAM[name as EvidenceParam];
      return field && !isShown(field) || value === hiddenType;
    });
  return risk.reasons.filter((reason) =>
    !tells(reason) &&
    !hidden.some(({ detail }) => compareDetails(detail, reason) === 0)
  ).map(texts.reason);
}

/**
 * The sources of the facts and evidence that the audience sees, because some
 * names reveal what they list.
 */
function sourcesFor({ sources, evidence }: HomeProfile, isShown: IsShown) {
  return [
    ...Object.values(sources),
    ...evidence.filter(({ kind }) => isShown(FIELD_OF[kind]))
      .map(({ source }) => source),
  ];
}

/** What the page calls a line: that of a satellite has a name of its own. */
export function connectionOf(
  { lineType, isSatellite }: Risk,
  isShown: IsShown,
): ConnectionName | null {
  const isNamed = isSatellite && isShown("satellite");
  return lineType === "residential" && isNamed ? "satellite" : lineType;
}

/** The value of each field; `null` means unknown. */
export const homeValues: Readonly<Record<HomeField, Value>> = {
  country: ({ facts, confidence: { alternative } }, _isShown, { sure }) =>
    alternative && facts.countryCode
      ? sure.either(facts.countryCode, alternative)
      : facts.country ?? null,
  region: fact("region"),
  city: fact("city"),
  timezone: fact("timezone"),
  asn: ({ facts: { asn } }) => asn === undefined ? null : `AS${asn}`,
  organization: fact("asnOrg"),
  isp: fact("isp"),
  networkType: ({ risk }, isShown, texts) => {
    const name = connectionOf(risk, isShown);
    return name && texts.networkTypes[name];
  },
  proxy: traitValue("proxy"),
  vpn: traitValue("vpn"),
  tor: traitValue("tor"),
  confidence: ({ facts, confidence }, isShown, { sure }) => {
    const { country, alternative, lineType } = confidence;
    return list([
      facts.asnConfidence !== undefined && isShown("asn")
        ? sure.system(facts.asnConfidence)
        : undefined,
      country === null || !isShown("country")
        ? undefined
        : alternative && facts.countryCode
        ? sure.uncertain(facts.countryCode, alternative)
        : sure.country(country),
      lineType !== null && isShown("networkType")
        ? sure.networkType(lineType)
        : undefined,
    ]);
  },
  hostname: fact("hostname"),
  asnType: ({ facts: { asnType } }, _isShown, texts) =>
    asnType === undefined ? null : texts.asnType(asnType),
  route: fact("route"),
  rpki: ({ facts: { rpki } }, _isShown, texts) =>
    rpki === undefined ? null : texts.rpki[rpki as RpkiState],
  rir: fact("rir"),
  orgDomain: fact("asnDomain"),
  coordinates: ({ facts: { latitude, longitude } }) =>
    latitude === undefined || longitude === undefined
      ? null
      : `${latitude}, ${longitude}`,
  crawler: traitValue("crawler"),
  satellite: traitValue("satellite"),
  abuser: traitValue("abuser"),
  riskScore: ({ risk, evidence, checks }, _isShown, { ofHundred }) =>
    scoreText(
      risk.score,
      (trait) =>
        Boolean(checks[trait]) || evidence.some(({ kind }) => kind === trait),
      ofHundred,
    ),
  abuseContact: ({ facts }) => list([facts.abuseEmail, facts.abusePhone]),
  riskReasons: (profile, isShown, texts) =>
    list(reasonsFor(profile, isShown, texts)),
  asnDates: ({ facts: { asnCreated, asnUpdated } }, _isShown, texts) =>
    list([
      asnCreated && texts.created(asnCreated),
      asnUpdated && texts.updated(asnUpdated),
    ]),
  sourcesUsed: (profile, isShown, texts) =>
    list(sourcesFor(profile, isShown).map(texts.source)),
};
