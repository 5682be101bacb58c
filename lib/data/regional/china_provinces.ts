/**
 * The 34 units of the first level in China, by their Chinese names without the
 * word for what they are, and the part of their ISO 3166-2:CN codes behind the
 * hyphen (2025-11).
 */
const CODES: Readonly<Record<string, string>> = {
  安徽: "AH",
  北京: "BJ",
  重庆: "CQ",
  福建: "FJ",
  广东: "GD",
  甘肃: "GS",
  广西: "GX",
  贵州: "GZ",
  河南: "HA",
  湖北: "HB",
  河北: "HE",
  海南: "HI",
  香港: "HK",
  黑龙江: "HL",
  湖南: "HN",
  吉林: "JL",
  江苏: "JS",
  江西: "JX",
  辽宁: "LN",
  澳门: "MO",
  内蒙古: "NM",
  宁夏: "NX",
  青海: "QH",
  四川: "SC",
  山东: "SD",
  上海: "SH",
  陕西: "SN",
  山西: "SX",
  天津: "TJ",
  台湾: "TW",
  新疆: "XJ",
  西藏: "XZ",
  云南: "YN",
  浙江: "ZJ",
};

const KIND = /(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/;

/** The code of a province by its name, with or without 省, 市, 自治区 and the like at its end. */
export function provinceCode(name: string): string | undefined {
  const core = name.replace(KIND, "");
  return Object.hasOwn(CODES, core) ? CODES[core] : undefined;
}
