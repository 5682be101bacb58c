import type { Door } from "../../http/doors.ts";
import { NAMES_BUSY } from "../../dns/name_resolver.ts";
import { SPEED_TEST_BUSY } from "../../egress/speed_test.ts";
import { BATCHES_BUSY } from "../../ipinfo/batch.ts";
import { RANGE_LISTS_BUSY } from "../../ipinfo/ranges/range_lists.ts";
import type { EgressServices } from "./egress.ts";
import type { IpInfoServices } from "./ipinfo.ts";

interface Pools
  extends
    Pick<IpInfoServices, "batches" | "names" | "rangeLists">,
    Pick<EgressServices, "speedTest"> {}

/** A name in lower-case ASCII that can't be an address. */
const namePath = (parent: string) =>
  new RegExp(`^${parent}/(?:[a-z0-9-]+\\.)+[a-z]+$`);

/** The pools that strangers can fill, and the requests that need them. */
export function createPoolDoors(
  { batches, names, rangeLists, speedTest }: Pools,
): Door[] {
  const byName = {
    method: "GET",
    pool: names.permits,
    // A query can choose a family, which is resolved apart.
    isFree: (pathname: string, hasQuery: boolean) =>
      hasQuery || names.isKnown(pathname.slice(pathname.lastIndexOf("/") + 1)),
    busy: NAMES_BUSY,
  } as const;
  const transfers = speedTest && {
    pool: speedTest.transfers,
    format: "geoip",
    busy: SPEED_TEST_BUSY,
  } as const;
  return [
    ...transfers
      ? [
        { ...transfers, method: "GET", paths: /^\/api\/speed\/download$/ },
        { ...transfers, method: "POST", paths: /^\/api\/speed\/upload$/ },
      ] as const
      : [],
    {
      method: "GET",
      paths: /^\/api\/ranges\/(?:country|asn)\/[^/]+$/,
      pool: rangeLists.readers,
      format: "geoip",
      busy: RANGE_LISTS_BUSY,
    },
    {
      method: "POST",
      paths: /^\/api\/v1\/batch$/,
      pool: batches.permits,
      format: "api",
      busy: BATCHES_BUSY,
    },
    { ...byName, paths: namePath("/api/v1/domain"), format: "api" },
    { ...byName, paths: namePath("/api/geoip"), format: "geoip" },
  ];
}
