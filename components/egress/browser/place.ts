import type { Place } from "../../../lib/shared/egress/report.ts";

/** What the page uses of a GeoIP record. An unknown text is empty there. */
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
  flags: { hosting: boolean; proxy: boolean };
}

/** A GeoIP record as the page keeps it. */
export function placeOf({ ip, geo, network, flags }: GeoipRow): Place {
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
    isHosting: flags.hosting,
    isProxy: flags.proxy,
  };
}
