import type { Cidr } from "../../net/cidr.ts";
import { PLACE_FORMAT } from "../place_layout.ts";
import type { FeedDefinition } from "./feed.ts";
import { compileGeofeed } from "./geofeed.ts";

/** The largest known file, Apple's, has about 12 MiB. */
const MAX_BYTES = 64 << 20;

/** Places that networks publish for their own addresses. @param isBogon blocks to ignore */
export function placeFeeds(
  isBogon: (cidr: Cidr) => boolean,
): FeedDefinition[] {
  return [{
    name: "icloud-relay",
    kind: "geofeed",
    defaultUrls: ["https://mask-api.icloud.com/egress-ip-ranges.csv"],
    packing: "plain",
    maxBytes: MAX_BYTES,
    extension: "bin",
    format: PLACE_FORMAT.version,
    licence: "Terms of Apple",
    attribution: "Private Relay exits by Apple",
    homepage:
      "https://developer.apple.com/support/prepare-your-network-for-icloud-private-relay/",
    compile: (source, target, signal) =>
      compileGeofeed(isBogon, source, target, signal),
  }];
}
