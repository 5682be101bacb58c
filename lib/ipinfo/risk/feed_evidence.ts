import type {
  EvidenceDetail,
  EvidenceValue,
  Trait,
} from "../view/evidence_detail.ts";

/** What an entry in a list means for an address or network. */
export interface ListMeaning {
  readonly kind: Trait;
  /**
   * Lists from the same maker, or derived from each other, share a name and
   * count as one source.
   */
  readonly source: string;
  /** -100 to 100, as in `Evidence`. */
  readonly weight: number;
  readonly detail: EvidenceDetail;
  /**
   * The business of the network's holder, if the list describes whole networks.
   */
  readonly asnType?: string;
  /**
   * Names of lists that the publisher has copied into this one: an entry that is
   * also in one of them says nothing more.
   */
  readonly includes?: readonly string[];
}

const VPN_BLOCK: ListMeaning = {
  kind: "vpn",
  source: "x4bnet",
  weight: 75,
  detail: { code: "vpn-block", params: {} },
  includes: ["icloud-relay"],
};

const DATACENTER_BLOCK: ListMeaning = {
  kind: "hosting",
  source: "x4bnet",
  weight: 70,
  detail: { code: "datacenter-block", params: {} },
};

/** The meaning of each feed of addresses, by name. */
export const PREFIX_LISTS: Readonly<Record<string, ListMeaning>> = {
  "tor-exits": {
    kind: "tor",
    source: "tor-project",
    weight: 90,
    detail: { code: "tor-exit-listed", params: {} },
  },
  "tor-exit-addresses": {
    kind: "tor",
    source: "tor-project",
    weight: 90,
    detail: { code: "tor-exit-observed", params: {} },
  },
  "x4bnet-vpn": VPN_BLOCK,
  "x4bnet-vpn-v6": VPN_BLOCK,
  "x4bnet-datacenter": DATACENTER_BLOCK,
  "x4bnet-datacenter-v6": DATACENTER_BLOCK,
  // FireHOL's level 1 includes Spamhaus's lists.
  "firehol-level1": {
    kind: "abuser",
    source: "block-lists",
    weight: 50,
    detail: { code: "attacker-list", params: {} },
  },
  "firehol-proxies": {
    kind: "proxy",
    source: "firehol-proxies",
    weight: 50,
    detail: { code: "open-proxy-list", params: {} },
  },
  "spamhaus-drop-v4": {
    kind: "abuser",
    source: "block-lists",
    weight: 80,
    detail: { code: "criminal-block", params: {} },
  },
  "spamhaus-drop-v6": {
    kind: "abuser",
    source: "block-lists",
    weight: 80,
    detail: { code: "criminal-block", params: {} },
  },
  googlebot: crawler("googlebot"),
  bingbot: crawler("bingbot"),
  gptbot: crawler("openai"),
  "oai-searchbot": crawler("openai"),
  "chatgpt-user": crawler("openai"),
  perplexitybot: crawler("perplexity"),
  "perplexity-user": crawler("perplexity"),
  applebot: crawler("applebot"),
  duckduckbot: crawler("duckduckbot"),
  "google-cloud": cloud("google-cloud"),
  aws: cloud("aws"),
  azure: cloud("azure"),
  "cloudflare-v4": cloud("cloudflare"),
  "cloudflare-v6": cloud("cloudflare"),
};

/** The meaning of feeds of places that list addresses of one kind, by name. */
export const PLACE_LISTS: Readonly<Record<string, ListMeaning>> = {
  "icloud-relay": {
    kind: "relay",
    source: "apple",
    weight: 95,
    detail: { code: "relay-range", params: {} },
  },
};

/** The meaning of each feed of autonomous systems, by name. */
export const ASN_LISTS: Readonly<Record<string, ListMeaning>> = {
  "spamhaus-asndrop": {
    kind: "abuser",
    source: "block-lists",
    weight: 75,
    detail: { code: "criminal-network", params: {} },
  },
  "bgptools-vpn": {
    kind: "vpn",
    source: "bgptools",
    weight: 70,
    detail: { code: "network-listed", params: { networkList: "vpn" } },
  },
  "bgptools-vpsh": {
    kind: "hosting",
    source: "bgptools",
    weight: 75,
    detail: { code: "network-listed", params: { networkList: "hosting" } },
    asnType: "hosting",
  },
  "bgptools-mobile": {
    kind: "mobile",
    source: "bgptools",
    weight: 70,
    detail: { code: "network-listed", params: { networkList: "mobile" } },
    asnType: "isp",
  },
  "bgptools-satnet": {
    kind: "satellite",
    source: "bgptools",
    weight: 75,
    detail: { code: "network-listed", params: { networkList: "satellite" } },
    asnType: "isp",
  },
};

/**
 * The meaning of each network class, in lower case. Other classes say nothing
 * about the connection.
 */
export const ASN_CLASSES: Readonly<
  Record<string, { readonly asnType: string; readonly means?: ListMeaning }>
> = {
  eyeball: {
    asnType: "isp",
    means: classed("residential", 35, "access"),
  },
  access: {
    asnType: "isp",
    means: classed("residential", 35, "access"),
  },
  // A hint only, because companies also serve content from their own
  // connections.
  content: {
    asnType: "hosting",
    means: classed("hosting", 30, "content"),
  },
  hosting: {
    asnType: "hosting",
    means: classed("hosting", 70, "hosting"),
  },
  carrier: { asnType: "isp" },
  transit: { asnType: "isp" },
  "transit/access": { asnType: "isp" },
  mobile: {
    asnType: "isp",
    means: classed("mobile", 70, "mobile"),
  },
  corporate: {
    asnType: "business",
    means: classed("commercial", 50, "business"),
  },
  enterprise: {
    asnType: "business",
    means: classed("commercial", 50, "business"),
  },
  business: {
    asnType: "business",
    means: classed("commercial", 50, "business"),
  },
  academic: {
    asnType: "education",
    means: classed("commercial", 50, "education"),
  },
  education: {
    asnType: "education",
    means: classed("commercial", 50, "education"),
  },
  government: {
    asnType: "government",
    means: classed("commercial", 50, "government"),
  },
};

function crawler(source: string): ListMeaning {
  return {
    kind: "crawler",
    source,
    weight: 90,
    detail: { code: "crawler-range", params: {} },
  };
}

function cloud(source: string): ListMeaning {
  return {
    kind: "hosting",
    source,
    weight: 90,
    detail: { code: "cloud-range", params: {} },
  };
}

function classed(
  kind: Trait,
  weight: number,
  networkClass: EvidenceValue<"networkClass">,
): ListMeaning {
  return {
    kind,
    source: "bgptools",
    weight,
    detail: { code: "network-classified", params: { networkClass } },
  };
}
