import { formatText } from "../../i18n/format.ts";
import { type Language, numberText, regionName } from "../../i18n/language.ts";
import { type Cidr, formatCidr, lastAddress } from "../../net/cidr.ts";
import { reservedName } from "../../net/special_blocks.ts";
import type { NetworkFacts } from "../network_lookup.ts";
import { RANGE_FORMATS } from "../ranges/formats.ts";
import type { HomeField } from "../view/home_fields.ts";
import { addressTexts } from "../view/address_texts.ts";
import { homeTexts, networkTexts } from "../view/home_texts.ts";
import type {
  FactRow,
  HomeRow,
  HomeView,
  NetworkView,
  PageLink,
} from "../view/home_view.ts";

/** Facts of an address that hold for the whole system that announces it. */
const OF_SYSTEM: readonly HomeField[] = [
  "organization",
  "asnType",
  "networkType",
  "asnDates",
];

/** Those that probably hold for the addresses beside it. */
const OF_NETWORK: readonly HomeField[] = [
  "asn",
  "organization",
  "isp",
  "asnType",
  "networkType",
  "confidence",
  "route",
  "rpki",
  "rir",
];

const LOCATION: readonly HomeField[] = [
  "country",
  "region",
  "city",
  "timezone",
];

const WIDEST_SCAN = 20;

interface NetworkViewOptions {
  /** What the viewer may see of the first address. */
  home: HomeView;
  language: Language;
  hasWhois: boolean;
}

export function systemView(
  asn: number,
  { countryCode, announced }: NetworkFacts,
  { home, language, hasWhois }: NetworkViewOptions,
): NetworkView {
  const t = networkTexts[language];
  const name = `AS${asn}`;
  // Registered if no routing table says who announces them.
  const titleOf = (family: 4 | 6, isRegistered: boolean) =>
    formatText(isRegistered ? t.registered : t.announced, { family });
  const rows: FactRow[] = knownOf(home, OF_SYSTEM);
  const code = rowsOf(home, ["country"]).length > 0 && countryCode;
  const country = code ? regionName(code, language) ?? code : null;
  if (country !== null) {
    rows.push({ label: t.country, value: country, mono: false });
  }
  const holder = textOf(home, "organization");
  const title = [holder, country].filter(Boolean).join(" · ");
  const sizes = announced.filter(({ isRegistered }) => !isRegistered)
    .map(({ count, family }) => formatText(t.inFamily, { count, family }));
  return {
    name,
    caption: t.system,
    title,
    description: [
      title,
      sizes.length > 0 &&
      formatText(t.announces, { parts: sizes.join(t.and) }),
    ].filter(Boolean).join(" · "),
    summary: {
      flag: code ? code.toLowerCase() : "",
      place: country ?? "",
      holder: [holder, textOf(home, "networkType")]
        .filter(Boolean).join(" · "),
    },
    cards: [{
      icon: "network",
      title: homeTexts[language].cards.network,
      rows: [
        ...rows,
        ...announced.map(({ family, count, isRegistered }): FactRow => ({
          label: titleOf(family, isRegistered),
          value: formatText(t.blocks, { count }),
          mono: false,
        })),
      ],
    }],
    sample: null,
    blocks: announced.map(({ family, first, count, isRegistered }) => ({
      title: titleOf(family, isRegistered),
      first,
      more: count > first.length
        ? formatText(t.more, { count: count - first.length })
        : null,
    })),
    moreAbout: t.moreAbout.asn,
    links: [
      ...linksIf(hasWhois, "Whois", [name, `/whois/${name}`]),
      [
        t.links.lists,
        RANGE_FORMATS.map((format) => [
          format,
          `/api/ranges/asn/${asn}?format=${format}`,
        ]),
      ],
    ],
  };
}

/** The view of a network, by its first address. */
export function networkView(
  cidr: Cidr,
  { home, language, hasWhois }: NetworkViewOptions,
): NetworkView {
  const t = networkTexts[language];
  const titles = homeTexts[language].cards;
  const name = formatCidr(cidr);
  const { prefixLength, address: { family } } = cidr;
  const known = (fields: readonly HomeField[]) =>
    home.isKnown ? knownOf(home, fields) : [];
  const cardOf = (
    icon: "location" | "network",
    fields: readonly HomeField[],
  ) => {
    const rows = known(fields);
    const title = formatText(t.bySample, { whose: titles[icon] });
    return rows.length > 0 ? [{ icon, title, rows }] : [];
  };
  const unknown = home.isKnown ? null : unknownText(cidr, language);
  const whose = home.whose || home.verdict;
  const title = unknown ?? formatText(t.bySample, { whose });
  const canScan = family === 4 && prefixLength >= WIDEST_SCAN;
  return {
    name,
    caption: formatText(t.network, { family }),
    title,
    description: title,
    summary: unknown === null
      ? home.summary
      : { flag: "", place: unknown, holder: "" },
    cards: [
      {
        icon: "network",
        title: t.range,
        rows: [
          { label: t.first, value: home.ip, mono: true },
          { label: t.last, value: lastAddress(cidr).text, mono: true },
          { label: t.addresses, value: sizeText(cidr), mono: false },
        ],
      },
      ...cardOf("location", LOCATION),
      ...cardOf("network", OF_NETWORK),
    ],
    sample: home.isKnown ? home.ip : null,
    blocks: [],
    moreAbout: t.moreAbout.block,
    links: [
      ...linksIf(hasWhois, "Whois", [name, `/whois/${name}`]),
      ...linksIf(canScan, "DNS", [
        t.links.names,
        `/lookup/${name}?dns_type=rdns_scan`,
      ]),
    ],
  };
}

/** What holds for a network whose first address is reserved: others need not be. */
function unknownText(cidr: Cidr, language: Language): string {
  const reserved = reservedName(cidr);
  return reserved === null
    ? networkTexts[language].partlyReserved
    : addressTexts[language].notPublic(reserved);
}

/** `256`, or `2^96` where nobody reads the digits. */
function sizeText({ prefixLength, address: { family } }: Cidr): string {
  const bits = (family === 4 ? 32 : 128) - prefixLength;
  return bits > 32 ? `2^${bits}` : numberText(2 ** bits);
}

function linksIf(
  isThere: boolean,
  title: string,
  ...links: PageLink[]
): NetworkView["links"] {
  return isThere ? [[title, links]] : [];
}

/** The rows of these fields that the viewer may see; organization and ISP are one if they are equal. */
function rowsOf(home: HomeView, fields: readonly HomeField[]): HomeRow[] {
  const [, ...more] = home.layers;
  const rows = [...home.cards.map(({ rows }) => rows), ...more].flat();
  return fields.flatMap((field) =>
    rows.find((row) => row.field === field) ?? []
  );
}

/** The same without those that are unknown. */
function knownOf(home: HomeView, fields: readonly HomeField[]): HomeRow[] {
  return rowsOf(home, fields).filter(({ value }) => value !== null);
}

/** The value of a field; null if it is unknown or hidden. */
function textOf(home: HomeView, field: HomeField): string | null {
  const value = rowsOf(home, [field])[0]?.value;
  return typeof value === "string" ? value : null;
}
