import type { Cidr } from "../../net/cidr.ts";
import { STORED_TEXT_FORMAT } from "../stored_text.ts";
import {
  parseAwsRanges,
  parseAzureTags,
  parseExitAddresses,
  parseGoogleRanges,
  parsePlainList,
  parseSpamhaus,
} from "./prefix_formats.ts";
import type { FeedDefinition } from "./feed.ts";
import { compilePrefixes, type PrefixFileOptions } from "./prefix_file.ts";

const MAX_BYTES = 32 << 20;

type List =
  & Pick<
    FeedDefinition,
    "name" | "licence" | "attribution" | "homepage" | "period"
  >
  & Pick<PrefixFileOptions, "parse">
  & { readonly url: string | readonly string[] };

const tor = {
  licence: "Terms of The Tor Project",
  attribution: "Exits by The Tor Project",
  homepage: "https://check.torproject.org",
  period: "hourly",
} as const;

/** Microsoft publishes a new file on Mondays, and keeps the older ones. */
export const AZURE_TAGS =
  "https://download.microsoft.com/download/7/1/d/71d86715-5596-4529-9b13-da13a5de5b63/ServiceTags_Public_{monday}.json";

const X4BNET = "https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output";

const x4bnet = {
  licence: "MIT",
  attribution: "VPN and datacenter networks by X4BNet",
  homepage: "https://github.com/X4BNet/lists_vpn",
  parse: parsePlainList,
};

const firehol = {
  licence: "Terms of the lists that it combines",
  attribution: "IP lists by FireHOL",
  homepage: "https://iplists.firehol.org",
  parse: parsePlainList,
  period: "daily",
} as const;

const spamhaus = {
  licence: "Free of charge, with its name and date",
  attribution: "DROP by The Spamhaus Project",
  homepage: "https://www.spamhaus.org/blocklists/do-not-route-or-peer/",
  parse: (source: string) => parseSpamhaus(source, "cidr"),
  // Spamhaus asks for at most one download an hour.
  period: "daily",
} as const;

/** A company's list of its own addresses. */
const own = (owner: string, homepage: string) => ({
  licence: `Terms of ${owner}`,
  attribution: `Addresses by ${owner}`,
  homepage,
  parse: parseGoogleRanges,
});

/** The addresses of a company's crawlers. */
const crawlers = (owner: string, homepage: string) => ({
  ...own(owner, homepage),
  period: "daily" as const,
});

const openai = crawlers("OpenAI", "https://platform.openai.com/docs/bots");

const perplexityAi = crawlers(
  "Perplexity",
  "https://docs.perplexity.ai/docs/resources/perplexity-crawlers",
);

/** The first is the documented URL; it redirects to the second. */
function perplexity(name: string): string[] {
  return ["com", "ai"].map((domain) =>
    `https://www.perplexity.${domain}/${name}.json`
  );
}

const cloudflare = {
  ...own("Cloudflare", "https://www.cloudflare.com/ips/"),
  parse: parsePlainList,
};

const lists: readonly List[] = [
  {
    name: "tor-exits",
    url: "https://check.torproject.org/torbulkexitlist",
    ...tor,
    parse: parsePlainList,
  },
  {
    name: "tor-exit-addresses",
    url: "https://check.torproject.org/exit-addresses",
    ...tor,
    parse: parseExitAddresses,
  },
  { name: "x4bnet-vpn", url: `${X4BNET}/vpn/ipv4.txt`, ...x4bnet },
  { name: "x4bnet-vpn-v6", url: `${X4BNET}/vpn/ipv6.txt`, ...x4bnet },
  {
    name: "x4bnet-datacenter",
    url: `${X4BNET}/datacenter/ipv4.txt`,
    ...x4bnet,
  },
  {
    name: "x4bnet-datacenter-v6",
    url: `${X4BNET}/datacenter/ipv6.txt`,
    ...x4bnet,
  },
  {
    name: "firehol-level1",
    url: "https://iplists.firehol.org/files/firehol_level1.netset",
    ...firehol,
  },
  {
    name: "firehol-proxies",
    url: "https://iplists.firehol.org/files/firehol_proxies.netset",
    ...firehol,
  },
  {
    name: "spamhaus-drop-v4",
    url: "https://www.spamhaus.org/drop/drop_v4.json",
    ...spamhaus,
  },
  {
    name: "spamhaus-drop-v6",
    url: "https://www.spamhaus.org/drop/drop_v6.json",
    ...spamhaus,
  },
  {
    name: "googlebot",
    // The file was renamed in 2025; the old URL may stop working.
    url: [
      "https://developers.google.com/static/crawling/ipranges/common-crawlers.json",
      "https://developers.google.com/static/search/apis/ipranges/googlebot.json",
    ],
    ...crawlers("Google", "https://developers.google.com/crawling"),
  },
  {
    name: "bingbot",
    url: "https://www.bing.com/toolbox/bingbot.json",
    ...crawlers("Microsoft", "https://www.bing.com/webmasters"),
  },
  { name: "gptbot", url: "https://openai.com/gptbot.json", ...openai },
  {
    name: "oai-searchbot",
    url: "https://openai.com/searchbot.json",
    ...openai,
  },
  {
    name: "chatgpt-user",
    url: "https://openai.com/chatgpt-user.json",
    ...openai,
  },
  { name: "perplexitybot", url: perplexity("perplexitybot"), ...perplexityAi },
  {
    name: "perplexity-user",
    url: perplexity("perplexity-user"),
    ...perplexityAi,
  },
  {
    name: "applebot",
    url: "https://search.developer.apple.com/applebot.json",
    ...crawlers("Apple", "https://support.apple.com/en-us/119829"),
  },
  {
    name: "duckduckbot",
    url: "https://duckduckgo.com/duckduckbot.json",
    ...crawlers(
      "DuckDuckGo",
      "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot",
    ),
  },
  {
    name: "google-cloud",
    url: "https://www.gstatic.com/ipranges/cloud.json",
    ...own("Google", "https://cloud.google.com"),
  },
  {
    name: "aws",
    url: "https://ip-ranges.amazonaws.com/ip-ranges.json",
    ...own("Amazon Web Services", "https://aws.amazon.com"),
    parse: parseAwsRanges,
  },
  {
    name: "azure",
    url: AZURE_TAGS,
    ...own(
      "Microsoft",
      "https://www.microsoft.com/en-us/download/details.aspx?id=56519",
    ),
    parse: parseAzureTags,
  },
  {
    name: "cloudflare-v4",
    url: "https://www.cloudflare.com/ips-v4",
    ...cloudflare,
  },
  {
    name: "cloudflare-v6",
    url: "https://www.cloudflare.com/ips-v6",
    ...cloudflare,
  },
];

/** Lists of addresses and prefixes. @param isBogon blocks to ignore */
export function prefixFeeds(
  isBogon: (cidr: Cidr) => boolean,
): FeedDefinition[] {
  return lists.map(({ url, parse, ...list }) => ({
    ...list,
    kind: "prefixes",
    defaultUrls: [url].flat(),
    packing: "plain",
    maxBytes: MAX_BYTES,
    extension: "txt",
    format: STORED_TEXT_FORMAT,
    compile: (source, target) =>
      compilePrefixes({ name: list.name, parse, isBogon }, source, target),
  }));
}
