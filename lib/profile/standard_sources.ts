import type { AsnTable } from "../data/asn_table.ts";
import type { GeoDatabase } from "../data/geo_database.ts";
import type { LocalSource } from "./profile.ts";
import { AsnSource } from "./sources/asn.ts";
import { NetworkListsSource } from "./sources/network_lists.ts";
import { OpenGeoSource } from "./sources/open_geo.ts";

/** The sources that need no configuration and no network. */
export function localSources(
  { geo, asn }: { geo: GeoDatabase; asn: AsnTable },
): LocalSource[] {
  return [
    new OpenGeoSource(geo),
    new AsnSource(asn),
    new NetworkListsSource(asn),
  ];
}
