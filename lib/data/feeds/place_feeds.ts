import { createHash } from "node:crypto";
import type { Cidr } from "../../net/cidr.ts";
import { PLACE_FORMAT } from "../places/place_table.ts";
import type { FeedDefinition } from "./feed.ts";
import { AZURE_TAGS } from "./prefix_feeds.ts";
import {
  AWS,
  AZURE,
  type Cloud,
  compileCloudPlaces,
  GOOGLE,
} from "./cloud_places.ts";
import { compileGeofeed } from "./geofeed.ts";
import type { Geofeed } from "./geofeed_setting.ts";

/** The largest known file, Apple's, has about 12 MiB. */
const MAX_BYTES = 64 << 20;

/** Places that networks publish for their own addresses. @param isBogon blocks to ignore */
export function placeFeeds(
  isBogon: (cidr: Cidr) => boolean,
  geofeeds: readonly Geofeed[] = [],
): FeedDefinition[] {
  const common = {
    kind: "geofeed",
    packing: "plain",
    maxBytes: MAX_BYTES,
    extension: "bin",
    format: PLACE_FORMAT.version,
    compile: (source: string, target: string, signal?: AbortSignal) =>
      compileGeofeed(isBogon, source, target, signal),
  } as const;
  const ofCloud = (cloud: Cloud) => (source: string, target: string) =>
    compileCloudPlaces(cloud, isBogon, source, target);
  return [
    {
      ...common,
      name: "icloud-relay",
      defaultUrls: ["https://mask-api.icloud.com/egress-ip-ranges.csv"],
      licence: "Terms of Apple",
      attribution: "Private Relay exits by Apple",
      homepage:
        "https://developer.apple.com/support/prepare-your-network-for-icloud-private-relay/",
    },
    {
      ...common,
      name: "aws-regions",
      defaultUrls: ["https://ip-ranges.amazonaws.com/ip-ranges.json"],
      licence: "Terms of Amazon Web Services",
      attribution: "Regions by Amazon Web Services",
      homepage: "https://aws.amazon.com",
      compile: ofCloud(AWS),
    },
    {
      ...common,
      name: "google-cloud-regions",
      defaultUrls: ["https://www.gstatic.com/ipranges/cloud.json"],
      licence: "Terms of Google",
      attribution: "Regions by Google",
      homepage: "https://cloud.google.com",
      compile: ofCloud(GOOGLE),
    },
    {
      ...common,
      name: "azure-regions",
      defaultUrls: [AZURE_TAGS],
      licence: "Terms of Microsoft",
      attribution: "Regions by Microsoft",
      homepage:
        "https://www.microsoft.com/en-us/download/details.aspx?id=56519",
      compile: ofCloud(AZURE),
    },
    ...geofeeds.map(({ url, networks }): FeedDefinition => ({
      ...common,
      name: geofeedName(url),
      defaultUrls: [url],
      licence: `Terms of ${new URL(url).hostname}`,
      attribution: `Places by ${new URL(url).hostname}`,
      homepage: new URL(url).origin,
      networks: networks.length > 0 ? networks : undefined,
    })),
  ];
}

/** The host, and a hash: data of one URL must not pass for that of another. */
function geofeedName(url: string): string {
  const host = new URL(url).hostname.replace(/[^a-z0-9]+/g, "-").slice(0, 40)
    .replace(/^-|-$/g, "");
  const hash = createHash("sha256").update(url).digest("hex").slice(0, 6);
  return `geofeed-${host}-${hash}`;
}
