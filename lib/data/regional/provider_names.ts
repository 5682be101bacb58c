/**
 * English names of providers in mainland China by how their names begin, without
 * a leading 中国. In other countries some of these words are common nouns.
 */
const IN_CHINA: readonly (readonly [start: string, english: string])[] = [
  ["电信", "China Telecom"],
  ["联通", "China Unicom"],
  ["移动", "China Mobile"],
  ["铁通", "China Tietong"],
  ["网通", "China Netcom"],
  ["广电", "China Broadnet"],
  ["教育网", "CERNET"],
  ["科技网", "CSTNET"],
  ["长城宽带", "Great Wall Broadband"],
  ["鹏博士", "Dr. Peng"],
  ["世纪互联", "21Vianet"],
];

/** Of providers anywhere. */
const ANYWHERE: readonly (readonly [start: string, english: string])[] = [
  ["中国电信", "China Telecom"],
  ["中国联通", "China Unicom"],
  ["中国移动", "China Mobile"],
  ["中华电信", "Chunghwa Telecom"],
  ["阿里云", "Alibaba Cloud"],
  ["阿里巴巴", "Alibaba"],
  ["腾讯云", "Tencent Cloud"],
  ["腾讯", "Tencent"],
  ["华为云", "Huawei Cloud"],
  ["百度云", "Baidu Cloud"],
  ["百度", "Baidu"],
  ["京东云", "JD Cloud"],
  ["金山云", "Kingsoft Cloud"],
  ["电讯盈科", "PCCW"],
  ["香港宽带", "HKBN"],
  ["谷歌", "Google"],
  ["亚马逊", "Amazon"],
  ["微软", "Microsoft"],
];

/**
 * The English name of a provider by its name in a Chinese file. Drops notes that
 * the files append, as in 电信DNS服务器. Returns an unknown name unchanged.
 *
 * @param countryCode where the file says the address is
 */
export function englishProvider(name: string, countryCode: string): string {
  const starting = (text: string) => ([start]: readonly [string, string]) =>
    text.startsWith(start);
  const known = ANYWHERE.find(starting(name)) ??
    (countryCode === "CN"
      ? IN_CHINA.find(starting(name.replace(/^中国/, "")))
      : undefined);
  return known ? known[1] : name;
}
