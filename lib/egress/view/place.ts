import type { EgressNetwork, Place } from "./report.ts";

/** The part of a GeoIP record that the page uses. Unknown texts are empty. */
export interface GeoipRow {
  ip: string;
  geo: {
    country: string;
    country_code: string;
    region_name: string;
    city: string;
    latitude: number | null;
    longitude: number | null;
  };
  network: { org: string; asn: number | null; as_org: string };
}

/** What the service says of an address for this test. */
export interface NetworkRow {
  kind: EgressNetwork["kind"];
  tunnel: EgressNetwork["tunnel"];
  public_dns: string | null;
}

/** Converts the rows of an address to the page's format. */
export function placeOf(
  { ip, geo, network }: GeoipRow,
  about: NetworkRow,
): Place {
  return {
    ip,
    country: geo.country || null,
    countryCode: geo.country_code || null,
    region: geo.region_name || null,
    city: geo.city || null,
    latitude: geo.latitude,
    longitude: geo.longitude,
    asn: network.asn,
    organization: network.as_org || network.org || null,
    kind: about.kind,
    tunnel: about.tunnel,
    publicDns: about.public_dns,
  };
}
