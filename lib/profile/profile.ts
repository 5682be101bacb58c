import type { IpAddress } from "../net/ip_address.ts";

/** Everything that can be known about an address. An absent key is not known. */
export interface Facts {
  hostname: string;
  continent: string;
  /** Two letters: AF, AN, AS, EU, NA, OC, SA. */
  continentCode: string;
  country: string;
  /** ISO 3166-1 alpha-2, upper case. */
  countryCode: string;
  region: string;
  /** The part of the ISO 3166-2 code behind the hyphen. */
  regionCode: string;
  city: string;
  district: string;
  zip: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  accuracyRadiusKm: number;
  /** IANA time zone name. */
  timezone: string;
  asn: number;
  asnOrg: string;
  /** The registry's short handle of the autonomous system, for example GOOGLE. */
  asnName: string;
  asnDomain: string;
  asnType: string;
  /** ISO 8601 date. */
  asnCreated: string;
  asnUpdated: string;
  /** CIDR of the announced block. */
  route: string;
  rir: string;
  isp: string;
  org: string;
  assignedOrg: string;
  isHosting: boolean;
  isProxy: boolean;
  isVpn: boolean;
  isTor: boolean;
  isMobile: boolean;
  isSatellite: boolean;
  isCrawler: boolean;
  isAbuser: boolean;
  /** 0 to 100. */
  abuseScore: number;
  abuseEmail: string;
  abusePhone: string;
}

export type Fact = keyof Facts;

/** What is known about one address, and the name of the source of each fact. */
export interface Profile {
  readonly ip: IpAddress;
  readonly isBogon: boolean;
  /** Country CN by the local tables; Hong Kong, Macao and Taiwan are not. */
  readonly isChinaIp: boolean;
  readonly facts: Readonly<Partial<Facts>>;
  readonly sources: Readonly<Partial<Record<Fact, string>>>;
}

export type SourceKind =
  | "open"
  | "regional"
  | "commercial"
  | "abuse"
  | "lists"
  | "registry"
  | "reverse";

/**
 * One place facts come from that is in memory. What it returns has no empty
 * values and must not be changed: it may be shared.
 */
export interface LocalSource {
  readonly name: string;
  readonly kind: SourceKind;
  /** Set while the tables for the address are not in memory yet; resolves when they are. */
  pending?(ip: IpAddress): Promise<void> | undefined;
  /** Throwing means "nothing this time". */
  lookup(ip: IpAddress): Readonly<Partial<Facts>>;
}

/**
 * One place facts come from that has to be asked over the network.
 *
 * Throwing means "nothing this time" and counts as a failure; an answer that
 * nothing is known is no failure but an empty object.
 */
export interface RemoteSource {
  readonly name: string;
  readonly kind: SourceKind;
  /** The longest it is waited for. */
  readonly timeoutMs: number;
  /** How long an answer may be kept, and how long one that says nothing. */
  readonly lifetimeMs: number;
  readonly emptyLifetimeMs: number;
  /** Must heed the signal. */
  lookup(
    ip: IpAddress,
    signal: AbortSignal,
  ): Promise<Readonly<Partial<Facts>>>;
}
