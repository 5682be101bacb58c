import type { CardIcon } from "./home_fields.ts";
import type { AddressSummary } from "./home_view.ts";
import { type Catalogue, numberText } from "../../i18n/language.ts";
import type { HomeRow } from "./home_view.ts";

const blocks = (count: number) =>
  `${numberText(count)} ${count === 1 ? "block" : "blocks"}`;

const en = {
  system: "Autonomous system",
  network: (family: 4 | 6) => `IPv${family} network`,
  country: "Country of registration",
  /** @param isRegistered if no routing table says who announces them */
  announced: (family: 4 | 6, isRegistered: boolean) =>
    `IPv${family}, ${isRegistered ? "registered" : "announced"}`,
  range: "Range",
  first: "First address",
  last: "Last address",
  addresses: "Addresses",
  blocks,
  more: (count: number) => `${numberText(count)} more`,
  /** Of the system named before. */
  announces: (parts: readonly string[]) => `announces ${parts.join(" and ")}`,
  inFamily: (count: number, family: 4 | 6) =>
    `${numberText(count)} IPv${family} ${count === 1 ? "block" : "blocks"}`,
  /** Before and after the address. */
  sampleBefore: "The location and the network are those of the first address, ",
  sampleAfter: ". Other addresses of this network can differ.",
  moreAbout: {
    asn: "More about this system",
    block: "More about this network",
  },
  links: {
    lists: "All blocks",
    sample: "First address",
    names: "Host names in this network",
  },
};

const zh: typeof en = {
  system: "自治系统",
  network: (family) => `IPv${family} 网段`,
  country: "注册国家/地区",
  announced: (family, isRegistered) =>
    `IPv${family}（${isRegistered ? "注册信息" : "路由宣告"}）`,
  range: "地址范围",
  first: "起始地址",
  last: "结束地址",
  addresses: "地址数量",
  blocks: (count) => `${numberText(count)} 个地址段`,
  more: (count) => `另外 ${numberText(count)} 个`,
  announces: (parts) => `宣告 ${parts.join("和 ")}`,
  inFamily: (count, family) => `${numberText(count)} 个 IPv${family} 地址段`,
  sampleBefore: "位置和网络信息取自起始地址 ",
  sampleAfter: "，该网段内的其他地址可能有所不同。",
  moreAbout: {
    asn: "关于该自治系统的更多信息",
    block: "关于该网段的更多信息",
  },
  links: {
    lists: "全部地址段",
    sample: "起始地址",
    names: "该网段内的主机名",
  },
};

/** The texts of the pages about networks and autonomous systems. */
export const networkTexts: Catalogue<typeof en> = { en, zh };

/** A label and a path. */
export type PageLink = readonly [label: string, href: string];

/** A fact and its label. */
export type FactRow = Omit<HomeRow, "field">;

/** What the page about a network or an autonomous system shows. */
export interface NetworkView {
  /** `AS15169` or `8.8.8.0/24`. */
  name: string;
  /** Above the name. */
  caption: string;
  /** Whose it is and where; empty if unknown. */
  title: string;
  summary: AddressSummary;
  /** For previews. */
  description: string;
  cards: { icon: CardIcon; title: string; rows: FactRow[] }[];
  /** The address that the facts of a network are about; null if they are about all. */
  sample: string | null;
  /** The first blocks of each family, and how many there are beyond. */
  blocks: { title: string; first: readonly string[]; more: string | null }[];
  moreAbout: string;
  links: [title: string, links: PageLink[]][];
}
