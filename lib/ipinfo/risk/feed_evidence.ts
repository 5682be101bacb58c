import type { Trait } from "./evidence.ts";

/** What it means for an address or a network to be on a list. */
export interface ListMeaning {
  readonly kind: Trait;
  /** Lists of one maker, or made of one another, share a name: they are one witness. */
  readonly source: string;
  /** -100 to 100, as in `Evidence`. */
  readonly weight: number;
  readonly detail: string;
  /** What the network's holder does, where the list says so of whole networks. */
  readonly asnType?: string;
}

/** By the name of a feed of addresses: what being on it means. */
export const PREFIX_LISTS: Readonly<Record<string, ListMeaning>> = {
  "tor-exits": {
    kind: "tor",
    source: "tor-project",
    weight: 90,
    detail: "on a list of Tor exits",
  },
  "tor-exit-addresses": {
    kind: "tor",
    source: "tor-project",
    weight: 90,
    detail: "Tor traffic was seen leaving from it",
  },
  "x4bnet-vpn": {
    kind: "vpn",
    source: "x4bnet",
    weight: 75,
    detail: "in a block listed as belonging to a VPN",
  },
  "x4bnet-datacenter": {
    kind: "hosting",
    source: "x4bnet",
    weight: 70,
    detail: "in a block listed as belonging to a data centre",
  },
  // FireHOL's first level takes in what Spamhaus lists.
  "firehol-level1": {
    kind: "abuser",
    source: "block-lists",
    weight: 50,
    detail: "on a broad list of attackers",
  },
  "firehol-proxies": {
    kind: "proxy",
    source: "firehol-proxies",
    weight: 50,
    detail: "on a broad list of open proxies",
  },
  "spamhaus-drop-v4": {
    kind: "abuser",
    source: "block-lists",
    weight: 80,
    detail: "in a block run or hijacked by criminals",
  },
  "spamhaus-drop-v6": {
    kind: "abuser",
    source: "block-lists",
    weight: 80,
    detail: "in a block run or hijacked by criminals",
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
    detail: "its network is run or hijacked by criminals",
  },
  "bgptools-vpn": {
    kind: "vpn",
    source: "bgptools",
    weight: 70,
    detail: "its network is listed as one of VPNs",
  },
  "bgptools-vpsh": {
    kind: "hosting",
    source: "bgptools",
    weight: 75,
    detail: "its network is listed as hosting servers",
    asnType: "hosting",
  },
  "bgptools-mobile": {
    kind: "mobile",
    source: "bgptools",
    weight: 70,
    detail: "its network is listed as one of mobile phones",
    asnType: "isp",
  },
  "bgptools-satnet": {
    kind: "satellite",
    source: "bgptools",
    weight: 75,
    detail: "its network is listed as one of satellites",
    asnType: "isp",
  },
};

/** By the class of a network, in lower case: what it means. A class that is not here says nothing of its lines. */
export const ASN_CLASSES: Readonly<
  Record<string, { readonly asnType: string; readonly means?: ListMeaning }>
> = {
  eyeball: {
    asnType: "isp",
    means: classed("residential", 35, "serving homes"),
  },
  access: {
    asnType: "isp",
    means: classed("residential", 35, "serving homes"),
  },
  // Content is also what companies serve from lines of their own: a hint.
  content: {
    asnType: "hosting",
    means: classed("hosting", 30, "serving content"),
  },
  hosting: {
    asnType: "hosting",
    means: classed("hosting", 70, "hosting servers"),
  },
  carrier: { asnType: "isp" },
  transit: { asnType: "isp" },
  "transit/access": { asnType: "isp" },
  mobile: {
    asnType: "isp",
    means: classed("mobile", 70, "serving mobile phones"),
  },
  corporate: {
    asnType: "business",
    means: classed("commercial", 50, "of a company"),
  },
  enterprise: {
    asnType: "business",
    means: classed("commercial", 50, "of a company"),
  },
  business: {
    asnType: "business",
    means: classed("commercial", 50, "of a company"),
  },
  academic: {
    asnType: "education",
    means: classed("commercial", 50, "of a university or school"),
  },
  education: {
    asnType: "education",
    means: classed("commercial", 50, "of a university or school"),
  },
  government: {
    asnType: "government",
    means: classed("commercial", 50, "of a public authority"),
  },
};

function crawler(source: string): ListMeaning {
  return {
    kind: "crawler",
    source,
    weight: 90,
    detail: "in a range that a search or training crawler publishes as its own",
  };
}

function cloud(source: string): ListMeaning {
  return {
    kind: "hosting",
    source,
    weight: 90,
    detail: "in a range that a cloud publishes as its own",
  };
}

function classed(kind: Trait, weight: number, what: string): ListMeaning {
  return {
    kind,
    source: "bgptools",
    weight,
    detail: `its network is classed as ${what}`,
  };
}
