/** Chinese words by the English ones. */
type Words = Readonly<Record<string, string>>;

/** What a network's holder is, as the sources say it. */
const HOLDERS: Words = {
  isp: "运营商",
  business: "企业",
  banking: "银行",
  education: "教育机构",
  government: "政府机构",
  hosting: "机房",
};

const SPEAKERS: Words = {
  "A commercial source": "商业数据源",
  "A free service": "免费服务",
  "A database": "数据库",
};

/** What is written in Latin letters brings its space along. */
const TRAITS: Words = {
  "a home line": "住宅宽带",
  "a line of an organisation": "企事业单位网络",
  "a hosting network": "机房网络",
  "a mobile line": "移动网络",
  "a satellite link": "卫星网络",
  "a proxy": "代理",
  "a VPN": " VPN",
  "a Tor exit": " Tor 出口",
  "a crawler": "爬虫",
  "a source of abuse": "滥用来源",
};

const NETWORKS: Words = {
  hosting: "机房网络",
  mobile: "移动网络",
  satellite: "卫星网络",
};

const NAMED_LIKE: Words = {
  "a hosting network": "机房网络",
  "a mobile network": "移动网络",
  "an organisation with lines of its own": "自有线路的企事业单位",
  "an access provider": "接入服务商",
};

const DEGREES: Words = {
  elevated: "偏多",
  high: "较多",
  "very high": "很多",
};

/** The types of use of AbuseIPDB. */
const USES: Words = {
  "Commercial": "企业",
  "Organization": "机构",
  "Government": "政府",
  "Military": "军队",
  "University/College/School": "院校",
  "Library": "图书馆",
  "Content Delivery Network": "内容分发网络",
  "Data Center/Web Hosting/Transit": "数据中心、网站托管或转接",
  "Fixed Line ISP": "固网运营商",
  "Mobile ISP": "移动运营商",
  "Search Engine Spider": "搜索引擎爬虫",
};

const SENTENCES: Words = {
  "On a list of Tor exits": "列于 Tor 出口名单",
  "Tor traffic was seen leaving from it": "曾观察到 Tor 流量由此发出",
  "In a block listed as belonging to a VPN": "所在地址段列于 VPN 名单",
  "In a block listed as belonging to a data centre":
    "所在地址段列于数据中心名单",
  "On a broad list of attackers": "列于范围较宽的攻击者名单",
  "On a broad list of open proxies": "列于范围较宽的开放代理名单",
  "In a block run or hijacked by criminals":
    "所在地址段由犯罪团伙运营或被其劫持",
  "In a range that a search or training crawler publishes as its own":
    "属于搜索或训练爬虫自行公布的地址段",
  "In a range that a cloud publishes as its own":
    "属于云服务商自行公布的地址段",
  "Its network is run or hijacked by criminals":
    "所在网络由犯罪团伙运营或被其劫持",
  "Its network is listed as one of VPNs": "所在网络列于 VPN 名单",
  "Its network is listed as hosting servers": "所在网络列于机房名单",
  "Its network is listed as one of mobile phones": "所在网络列于移动网络名单",
  "Its network is listed as one of satellites": "所在网络列于卫星网络名单",
  "Its network is classed as serving homes": "所在网络归类为住宅接入",
  "Its network is classed as serving content": "所在网络归类为内容服务",
  "Its network is classed as hosting servers": "所在网络归类为机房",
  "Its network is classed as serving mobile phones": "所在网络归类为移动网络",
  "Its network is classed as of a company": "所在网络归类为企业网络",
  "Its network is classed as of a university or school":
    "所在网络归类为院校网络",
  "Its network is classed as of a public authority":
    "所在网络归类为政府机构网络",
  "A commercial source says it hides its user":
    "商业数据源认为该地址隐藏了使用者",
  "Those who collect reports of abuse vouch for it":
    "滥用举报平台将该地址列为可信",
  "Those who collect reports of abuse know it as Tor":
    "滥用举报平台将该地址识别为 Tor",
  "Nobody has reported abuse within 90 days": "近 90 天内没有滥用举报",
};

/** A reason put together from parts: `$1` and the like stand for them, each in its words; null for one that stays as it is. */
interface Form {
  readonly english: RegExp;
  readonly chinese: string;
  readonly words: readonly (Words | null)[];
}

const FORMS: readonly Form[] = [
  {
    english: /^(.+) calls it (.+)$/,
    chinese: "$1认为该地址是$2",
    words: [SPEAKERS, TRAITS],
  },
  {
    english: /^(.+) says it is not (.+)$/,
    chinese: "$1认为该地址不是$2",
    words: [SPEAKERS, TRAITS],
  },
  {
    english: /^A commercial source counts its network as (.+)$/,
    chinese: "商业数据源将所在网络归为$1",
    words: [HOLDERS],
  },
  {
    english: /^Abuse from its network is (.+)$/,
    chinese: "所在网络的滥用行为$1",
    words: [DEGREES],
  },
  {
    english: /^Its use is given as (.+)$/,
    chinese: "登记用途：$1",
    words: [USES],
  },
  {
    english: /^Reports of abuse within 90 days add up to (\d+) of 100$/,
    chinese: "近 90 天的滥用举报评分为 $1 / 100",
    words: [null],
  },
  {
    english: /^(AS\d+) is a known (.+) network$/,
    chinese: "$1 是已知的$2",
    words: [null, NETWORKS],
  },
  {
    english: /^The name of (AS\d+) is that of (.+)$/,
    chinese: "从名称看，$1 是$2",
    words: [null, NAMED_LIKE],
  },
];

/** One of a verdict's reasons, which profiles give in English, in Chinese; what is not known here stays as it is. */
export function reasonInChinese(reason: string): string {
  const whole = wordOf(SENTENCES, reason);
  if (whole !== undefined) return whole;
  for (const { english, chinese, words } of FORMS) {
    const parts = english.exec(reason)?.slice(1)
      .map((part, i) => wordOf(words[i], part));
    if (!parts) continue;
    return parts.includes(undefined)
      ? reason
      : chinese.replace(/\$(\d)/g, (_, n) => `${parts[n - 1]}`);
  }
  return reason;
}

/** What the holder of a network is, in Chinese; a word that is not known here stays as it is. */
export function holderInChinese(type: string): string {
  return wordOf(HOLDERS, type.toLowerCase()) ?? type;
}

function wordOf(words: Words | null, text: string): string | undefined {
  if (words === null) return text;
  return Object.hasOwn(words, text) ? words[text] : undefined;
}
