import { KEPT_FORMAT } from "../kept_text.ts";
import { compileAsnClasses, compileAsns, parseTaggedAsns } from "./asn_file.ts";
import type { FeedDefinition } from "./feed_urls.ts";
import { parseSpamhaus } from "./spamhaus.ts";

const text = {
  holds: "asns",
  packing: "plain",
  maxBytes: 32 << 20,
  extension: "txt",
  format: KEPT_FORMAT,
} as const;

const bgptools = {
  ...text,
  licence: "Terms of bgp.tools",
  attribution: "Networks by bgp.tools",
  homepage: "https://bgp.tools",
  credentials: "contact",
} as const;

/** Lists of autonomous systems. */
export const asnFeeds: readonly FeedDefinition[] = [
  {
    ...text,
    name: "spamhaus-asndrop",
    defaultUrls: ["https://www.spamhaus.org/drop/asndrop.json"],
    licence: "Free of charge, with its name and date",
    attribution: "DROP by The Spamhaus Project",
    homepage: "https://www.spamhaus.org/blocklists/do-not-route-or-peer/",
    compile: (source, target) =>
      compileAsns(
        {
          name: "spamhaus-asndrop",
          parse: (file) => parseSpamhaus(file, "asn"),
        },
        source,
        target,
      ),
  },
  ...["vpn", "vpsh", "mobile", "satnet"].map((tag): FeedDefinition => {
    const name = `bgptools-${tag}`;
    return {
      ...bgptools,
      name,
      defaultUrls: [`https://bgp.tools/tags/${tag}.csv`],
      compile: (source, target) =>
        compileAsns({ name, parse: parseTaggedAsns }, source, target),
    };
  }),
  {
    ...bgptools,
    name: "bgptools-asns",
    holds: "asn-classes",
    defaultUrls: ["https://bgp.tools/asns.csv"],
    compile: (source, target) =>
      compileAsnClasses("bgptools-asns", source, target),
  },
];
