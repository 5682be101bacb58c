import { findApiTokenHash } from "../../accounts/tokens/token.ts";
import type { Door } from "../../http/doors.ts";
import { NAMES_BUSY } from "../../dns/name_resolver.ts";
import { SPEED_TEST_BUSY } from "../../egress/speed_test.ts";
import { BATCHES_BUSY } from "../../ipinfo/batch.ts";
import { RANGE_LISTS_BUSY } from "../../ipinfo/ranges/range_lists.ts";
import type { EgressServices } from "./egress.ts";
import type { Exports } from "./exports.ts";
import type { IpInfoServices } from "./ipinfo.ts";

interface Pools
  extends
    Pick<IpInfoServices, "batches" | "names" | "rangeLists">,
    Pick<EgressServices, "speedTest"> {
  exports: Exports | null;
}

/** A name in lower-case ASCII that can't be an address. */
const namePath = (parent: string) =>
  new RegExp(`^${parent}/(?:[a-z0-9-]+\\.)+[a-z]+$`);

const lastPart = (pathname: string) =>
  pathname.slice(pathname.lastIndexOf("/") + 1);

/**
 * The pools that strangers can fill, and the requests that need them. Pages about
 * names, scans and registrations have no door, because a refusal depends on language
 * and session; nor has their JSON, whose errors repeat the query.
 */
export function createPoolDoors(
  { batches, exports, names, rangeLists, speedTest }: Pools,
): Door[] {
  const byName = {
    method: "GET",
    pool: names.permits,
    // A query can choose a family, which is resolved apart.
    isFree: (pathname: string, { url }: Request) =>
      url.includes("?") || names.isKnown(lastPart(pathname)),
    busy: NAMES_BUSY,
  } as const;
  const transfers = speedTest && {
    pool: speedTest.transfers,
    format: "geoip",
    busy: SPEED_TEST_BUSY,
  } as const;
  const lists = {
    method: "GET",
    format: "geoip",
    busy: RANGE_LISTS_BUSY,
  } as const;
  const batch = {
    method: "POST",
    pool: batches.permits,
    busy: BATCHES_BUSY,
  } as const;
  return [
    ...transfers
      ? [
        { ...transfers, method: "GET", paths: /^\/api\/speed\/download$/ },
        { ...transfers, method: "POST", paths: /^\/api\/speed\/upload$/ },
      ] as const
      : [],
    {
      ...lists,
      paths: /^\/api\/ranges\/(?:country|asn)\/[^/]+$/,
      pool: rangeLists.readers,
    },
    // Members' files need a token, which is checked first.
    ...exports && !exports.isForMembers
      ? [{
        ...lists,
        paths: /^\/export\/[^/]+$/,
        pool: exports.readers,
        isFree: (pathname: string) =>
          !exports.manifest?.files.some(({ name }) =>
            name === lastPart(pathname)
          ),
      }]
      : [],
    { ...batch, paths: /^\/api\/v1\/batch$/, format: "api" },
    {
      ...batch,
      paths: /^\/api\/v2\/batch$/,
      // Whether the account exists is known once it is the batch's turn.
      isFree: (_, { headers }) => findApiTokenHash(headers) === null,
      format: "api",
    },
    { ...batch, paths: /^\/batch$/, format: "geoip" },
    { ...byName, paths: namePath("/api/v1/domain"), format: "api" },
    { ...byName, paths: namePath("/api/geoip"), format: "geoip" },
  ];
}
