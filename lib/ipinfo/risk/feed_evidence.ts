import type {
  EvidenceDetail,
  EvidenceValue,
  Trait,
} from "../view/evidence_detail.ts";

/** What it means for an address or a network to be on a list. */
export interface ListMeaning {
  readonly kind: Trait;
  /** Lists of one maker, or made of one another, share a name: they are one witness. */
  readonly source: string;
  /** -100 to 100, as in `Evidence`. */
  readonly weight: number;
  readonly detail: EvidenceDetail;
  /** What the network's holder does, where the list says so of whole networks. */
  readonly asnType?: string;
}

/** By the name of a feed of addresses: what being on it means. */
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
  "x4bnet-vpn": {
    kind: "vpn",
    source: "x4bnet",
    weight: 75,
    detail: { code: "vpn-block", params: {} },
  },
  "x4bnet-datacenter": {
    kind: "hosting",
    source: "x4bnet",
    weight: 70,
    detail: { code: "datacenter-block", params: {} },
  },
  // FireHOL's first level takes in what Spamhaus lists.
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
  gptbot: crawler("gptbot"),
  "google-cloud": cloud("google-cloud"),
  aws: cloud("aws"),
};

/** By the name of a feed of autonomous systems: what being on it means. */
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

/** By the class of a network, in lower case: what it means. A class that is not here says nothing of its lines. */
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
  // Content is also what companies serve from lines of their own: a hint.
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
