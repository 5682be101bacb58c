/** Everything that can be known about an address, its risks aside. An absent key is not known. */
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
  /** 0 to 100: what those who report abuse say. */
  abuseScore: number;
  abuseEmail: string;
  abusePhone: string;
}

export type Fact = keyof Facts;
