import type { Door } from "../../http/doors.ts";
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
    reason: { reason: "name_lookups_busy" },
    retrySeconds: 2,
  } as const;
  const transfers = speedTest && {
    pool: speedTest.transfers,
    format: "geoip",
    reason: { reason: "speed_test_busy" },
    retrySeconds: 5,
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
      reason: { reason: "range_lists_busy" },
      retrySeconds: 5,
    },
    {
      method: "POST",
      paths: /^\/api\/v1\/batch$/,
      pool: batches.permits,
      format: "api",
      reason: { reason: "batches_busy" },
      retrySeconds: 5,
    },
    { ...byName, paths: namePath("/api/v1/domain"), format: "api" },
    { ...byName, paths: namePath("/api/geoip"), format: "geoip" },
  ];
}
