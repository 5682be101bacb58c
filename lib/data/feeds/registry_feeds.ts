import { type Registry, REGISTRY_FORMAT } from "../registry_layout.ts";
import { compileDelegated } from "./delegated.ts";
import type { FeedDefinition } from "./feed_urls.ts";

/** RIPE's, the largest, has about 20 MiB. */
const MAX_BYTES = 128 << 20;

const registries: readonly [
  rir: Registry,
  name: string,
  homepage: string,
  statistics: string,
][] = [
  ["ARIN", "arin", "https://www.arin.net", "https://ftp.arin.net/pub/stats"],
  [
    "RIPE",
    "ripencc",
    "https://www.ripe.net",
    "https://ftp.ripe.net/pub/stats",
  ],
  ["APNIC", "apnic", "https://www.apnic.net", "https://ftp.apnic.net/stats"],
  [
    "LACNIC",
    "lacnic",
    "https://www.lacnic.net",
    "https://ftp.lacnic.net/pub/stats",
  ],
  [
    "AFRINIC",
    "afrinic",
    "https://afrinic.net",
    "https://ftp.afrinic.net/pub/stats",
  ],
];

/** What each regional internet registry has given out. */
export const registryFeeds: readonly FeedDefinition[] = registries.map(
  ([rir, name, homepage, statistics]) => ({
    name: `rir-${name}`,
    holds: "registry",
    defaultUrls: [`${statistics}/${name}/delegated-${name}-extended-latest`],
    packing: "plain",
    maxBytes: MAX_BYTES,
    extension: "bin",
    format: REGISTRY_FORMAT,
    licence: `Terms of ${rir}`,
    attribution: `Registrations by ${rir}`,
    homepage,
    compile: (source, target, signal) =>
      compileDelegated(rir, source, target, signal),
  }),
);
