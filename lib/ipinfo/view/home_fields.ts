export type Audience = "guest" | "member";

export const HOME_CARDS = ["location", "network", "privacy"] as const;

export type HomeCardName = typeof HOME_CARDS[number];

export type CardIcon = HomeCardName | "request" | "servers" | "links";

interface HomeFieldInfo {
  label: string;
  /** 1 is always open, 2 can be expanded, 3 is for members by default. */
  layer: 1 | 2 | 3;
  /** The card in which a field of layer 1 is shown. */
  card?: HomeCardName;
  /** Personal data, which guests never see, whatever the settings. */
  membersOnly?: true;
}

/** The fields of the home page, in order. */
const FIELDS = {
  country: { label: "Country", layer: 1, card: "location" },
  region: { label: "Region", layer: 1, card: "location" },
  city: { label: "City", layer: 1, card: "location" },
  timezone: { label: "Time zone", layer: 1, card: "location" },
  asn: { label: "ASN", layer: 1, card: "network" },
  organization: { label: "Organization", layer: 1, card: "network" },
  isp: { label: "ISP", layer: 1, card: "network" },
  networkType: { label: "Network type", layer: 1, card: "network" },
  hostname: { label: "Reverse DNS", layer: 1, card: "network" },
  proxy: { label: "Proxy", layer: 1, card: "privacy" },
  vpn: { label: "VPN", layer: 1, card: "privacy" },
  tor: { label: "Tor", layer: 1, card: "privacy" },
  confidence: { label: "Confidence", layer: 1, card: "privacy" },
  asnType: { label: "AS type", layer: 2 },
  route: { label: "Route", layer: 2 },
  rpki: { label: "RPKI", layer: 2 },
  rir: { label: "Registry", layer: 2 },
  orgDomain: { label: "Organization domain", layer: 2 },
  coordinates: { label: "Coordinates", layer: 2 },
  crawler: { label: "Crawler", layer: 2 },
  satellite: { label: "Satellite", layer: 2 },
  abuser: { label: "Known abuser", layer: 2 },
  riskScore: { label: "Risk score", layer: 2 },
  abuseContact: { label: "Abuse contact", layer: 3, membersOnly: true },
  riskReasons: { label: "Evidence", layer: 3 },
  asnDates: { label: "AS dates", layer: 3 },
  sourcesUsed: { label: "Sources used", layer: 3 },
} as const satisfies Record<string, HomeFieldInfo>;

export type HomeField = keyof typeof FIELDS;

export const HOME_FIELDS: Readonly<Record<HomeField, HomeFieldInfo>> = FIELDS;

export const HOME_FIELD_NAMES = Object.keys(HOME_FIELDS) as HomeField[];

export type FieldSettings = Readonly<
  Record<Audience, Readonly<Record<HomeField, boolean>>>
>;

export function mayShow(field: HomeField, audience: Audience): boolean {
  return audience === "member" || !HOME_FIELDS[field].membersOnly;
}

function every(shown: (field: HomeField) => boolean) {
  return Object.fromEntries(
    HOME_FIELD_NAMES.map((field) => [field, shown(field)]),
  ) as Record<HomeField, boolean>;
}

/** The defaults: only members see the third layer. */
export const DEFAULT_FIELD_SETTINGS: FieldSettings = {
  guest: every((field) => HOME_FIELDS[field].layer < 3),
  member: every(() => true),
};
