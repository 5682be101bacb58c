/**
 * China's first- and second-level divisions (2025-11): Chinese name without its
 * suffix, and spellings in Latin letters, separated by slashes. The spellings are
 * in lower case, without diacritics, spaces and apostrophes.
 */
const NAMES: readonly string[] = [
  // The municipalities, Hong Kong and Macao
  "北京=beijing/peking 天津=tianjin 上海=shanghai 重庆=chongqing 香港=hongkong 澳门=macao/macau",
  // Provinces and regions
  "河北=hebei 山西=shanxi 内蒙古=innermongolia/neimenggu 辽宁=liaoning 黑龙江=heilongjiang 江苏=jiangsu 浙江=zhejiang 安徽=anhui 福建=fujian 江西=jiangxi 山东=shandong 河南=henan 湖北=hubei 湖南=hunan 广东=guangdong 广西=guangxi 四川=sichuan 贵州=guizhou 云南=yunnan 西藏=tibet/xizang 陕西=shaanxi 甘肃=gansu 青海=qinghai 宁夏=ningxia 新疆=xinjiang 台湾=taiwan",
  // Hebei, Shanxi, Inner Mongolia
  "石家庄=shijiazhuang 唐山=tangshan 秦皇岛=qinhuangdao 邯郸=handan 邢台=xingtai 保定=baoding 张家口=zhangjiakou 承德=chengde 沧州=cangzhou 廊坊=langfang 衡水=hengshui",
  "太原=taiyuan 大同=datong 阳泉=yangquan 长治=changzhi 晋城=jincheng 朔州=shuozhou 晋中=jinzhong 运城=yuncheng 忻州=xinzhou 临汾=linfen 吕梁=luliang/lvliang",
  "呼和浩特=hohhot/huhehaote 包头=baotou 乌海=wuhai 赤峰=chifeng 通辽=tongliao 鄂尔多斯=ordos/eerduosi 呼伦贝尔=hulunbuir/hulunbeier 巴彦淖尔=bayannur/bayannaoer 乌兰察布=ulanqab/wulanchabu 兴安=hinggan/xingan 锡林郭勒=xilingol/xilinguole 阿拉善=alxa/alashan",
  // Liaoning, Jilin, Heilongjiang
  "沈阳=shenyang 大连=dalian 鞍山=anshan 抚顺=fushun 本溪=benxi 丹东=dandong 锦州=jinzhou 营口=yingkou 阜新=fuxin 辽阳=liaoyang 盘锦=panjin 铁岭=tieling 朝阳=chaoyang 葫芦岛=huludao",
  "长春=changchun 吉林=jilin 四平=siping 辽源=liaoyuan 通化=tonghua 白山=baishan 松原=songyuan 白城=baicheng 延边=yanbian",
  "哈尔滨=harbin/haerbin 齐齐哈尔=qiqihar/qiqihaer 鸡西=jixi 鹤岗=hegang 双鸭山=shuangyashan 大庆=daqing 伊春=yichun 佳木斯=jiamusi 七台河=qitaihe 牡丹江=mudanjiang 黑河=heihe 绥化=suihua 大兴安岭=dahinggan/daxinganling",
  // Jiangsu, Zhejiang, Anhui, Fujian, Jiangxi, Shandong
  "南京=nanjing/nanking 无锡=wuxi 徐州=xuzhou 常州=changzhou 苏州=suzhou 南通=nantong 连云港=lianyungang 淮安=huaian 盐城=yancheng 扬州=yangzhou 镇江=zhenjiang 泰州=taizhou 宿迁=suqian",
  "杭州=hangzhou 宁波=ningbo 温州=wenzhou 嘉兴=jiaxing 湖州=huzhou 绍兴=shaoxing 金华=jinhua 衢州=quzhou 舟山=zhoushan 台州=taizhou 丽水=lishui",
  "合肥=hefei 芜湖=wuhu 蚌埠=bengbu 淮南=huainan 马鞍山=maanshan 淮北=huaibei 铜陵=tongling 安庆=anqing 黄山=huangshan 滁州=chuzhou 阜阳=fuyang 宿州=suzhou 六安=luan/liuan 亳州=bozhou 池州=chizhou 宣城=xuancheng",
  "福州=fuzhou 厦门=xiamen/amoy 莆田=putian 三明=sanming 泉州=quanzhou 漳州=zhangzhou 南平=nanping 龙岩=longyan 宁德=ningde",
  "南昌=nanchang 景德镇=jingdezhen 萍乡=pingxiang 九江=jiujiang 新余=xinyu 鹰潭=yingtan 赣州=ganzhou 吉安=jian 宜春=yichun 抚州=fuzhou 上饶=shangrao",
  "济南=jinan 青岛=qingdao/tsingtao 淄博=zibo 枣庄=zaozhuang 东营=dongying 烟台=yantai 潍坊=weifang 济宁=jining 泰安=taian 威海=weihai 日照=rizhao 临沂=linyi 德州=dezhou 聊城=liaocheng 滨州=binzhou 菏泽=heze",
  // Henan, Hubei, Hunan
  "郑州=zhengzhou 开封=kaifeng 洛阳=luoyang 平顶山=pingdingshan 安阳=anyang 鹤壁=hebi 新乡=xinxiang 焦作=jiaozuo 濮阳=puyang 许昌=xuchang 漯河=luohe 三门峡=sanmenxia 南阳=nanyang 商丘=shangqiu 信阳=xinyang 周口=zhoukou 驻马店=zhumadian 济源=jiyuan",
  "武汉=wuhan 黄石=huangshi 十堰=shiyan 宜昌=yichang 襄阳=xiangyang/xiangfan 襄樊=xiangfan/xiangyang 鄂州=ezhou 荆门=jingmen 孝感=xiaogan 荆州=jingzhou 黄冈=huanggang 咸宁=xianning 随州=suizhou 恩施=enshi 仙桃=xiantao 潜江=qianjiang 天门=tianmen 神农架=shennongjia",
  "长沙=changsha 株洲=zhuzhou 湘潭=xiangtan 衡阳=hengyang 邵阳=shaoyang 岳阳=yueyang 常德=changde 张家界=zhangjiajie 益阳=yiyang 郴州=chenzhou 永州=yongzhou 怀化=huaihua 娄底=loudi 湘西=xiangxi",
  // Guangdong, Guangxi, Hainan
  "广州=guangzhou/canton 韶关=shaoguan 深圳=shenzhen 珠海=zhuhai 汕头=shantou 佛山=foshan 江门=jiangmen 湛江=zhanjiang 茂名=maoming 肇庆=zhaoqing 惠州=huizhou 梅州=meizhou 汕尾=shanwei 河源=heyuan 阳江=yangjiang 清远=qingyuan 东莞=dongguan 中山=zhongshan 潮州=chaozhou 揭阳=jieyang 云浮=yunfu",
  "南宁=nanning 柳州=liuzhou/liuchow 桂林=guilin 梧州=wuzhou 北海=beihai 防城港=fangchenggang 钦州=qinzhou 贵港=guigang 玉林=yulin 百色=baise/bose 贺州=hezhou 河池=hechi 来宾=laibin 崇左=chongzuo",
  "海口=haikou 三亚=sanya 三沙=sansha 儋州=danzhou 琼海=qionghai 文昌=wenchang 万宁=wanning 五指山=wuzhishan",
  // Sichuan, Guizhou, Yunnan, Tibet
  "成都=chengdu 自贡=zigong 攀枝花=panzhihua 泸州=luzhou 德阳=deyang 绵阳=mianyang 广元=guangyuan 遂宁=suining 内江=neijiang 乐山=leshan 南充=nanchong 眉山=meishan 宜宾=yibin 广安=guangan 达州=dazhou 雅安=yaan 巴中=bazhong 资阳=ziyang 阿坝=aba/ngawa 甘孜=ganzi/garze 凉山=liangshan",
  "贵阳=guiyang 六盘水=liupanshui 遵义=zunyi 安顺=anshun 毕节=bijie 铜仁=tongren 黔西南=qianxinan 黔东南=qiandongnan 黔南=qiannan",
  "昆明=kunming 曲靖=qujing 玉溪=yuxi 保山=baoshan 昭通=zhaotong 丽江=lijiang 普洱=puer 临沧=lincang 楚雄=chuxiong 红河=honghe 文山=wenshan 西双版纳=xishuangbanna/sipsongpanna 大理=dali 德宏=dehong 怒江=nujiang 迪庆=diqing/deqen",
  "拉萨=lhasa/lasa 日喀则=shigatse/xigaze/rikaze 昌都=qamdo/chamdo/changdu 林芝=nyingchi/linzhi 山南=shannan/lhoka 那曲=nagqu/nagchu/naqu 阿里=ngari/ali",
  // Shaanxi, Gansu, Qinghai, Ningxia, Xinjiang
  "西安=xian 铜川=tongchuan 宝鸡=baoji 咸阳=xianyang 渭南=weinan 延安=yanan 汉中=hanzhong 榆林=yulin 安康=ankang 商洛=shangluo",
  "兰州=lanzhou 嘉峪关=jiayuguan 金昌=jinchang 白银=baiyin 天水=tianshui 武威=wuwei 张掖=zhangye 平凉=pingliang 酒泉=jiuquan 庆阳=qingyang 定西=dingxi 陇南=longnan 临夏=linxia 甘南=gannan",
  "西宁=xining 海东=haidong 海北=haibei 黄南=huangnan 海南=hainan 果洛=guoluo/golog 玉树=yushu 海西=haixi",
  "银川=yinchuan 石嘴山=shizuishan 吴忠=wuzhong 固原=guyuan 中卫=zhongwei",
  "乌鲁木齐=urumqi/wulumuqi 克拉玛依=karamay/kelamayi 吐鲁番=turpan/turfan/tulufan 哈密=hami/kumul 昌吉=changji 博尔塔拉=bortala/boertala 巴音郭楞=bayingolin/bayinguoleng 阿克苏=aksu/akesu 克孜勒苏=kizilsu/kezilesu 喀什=kashgar/kashi 和田=hotan/hetian 伊犁=ili/yili 塔城=tacheng 阿勒泰=altay/aletai 石河子=shihezi",
  // Taiwan
  "台北=taipei 新北=newtaipei/xinbei 桃园=taoyuan 台中=taichung 台南=tainan 高雄=kaohsiung 基隆=keelung 新竹=hsinchu 嘉义=chiayi",
];

/** Suffixes that may follow a name: 南京市, 延边朝鲜族自治州. */
const KIND =
  /^(?:省|市|盟|州|地区|林区|特别行政区|\p{Script=Han}*自治[州区])?$/u;

let spellings: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * The spellings of a Chinese province or city in Latin letters: lower case,
 * without diacritics, spaces and apostrophes. Empty if the name is unknown.
 *
 * @param name in Chinese, with or without a suffix such as 省, 市 or 自治州
 */
export function latinNamesOf(name: string): readonly string[] {
  spellings ??= compile();
  for (const end of ENDS) {
    const found = spellings.get(name.slice(0, end));
    if (found && KIND.test(name.slice(end))) return found;
  }
  return [];
}

/** English spellings that capitalizing the first letter does not give. */
const SPELLINGS: Readonly<Record<string, string>> = {
  guangan: "Guang'an",
  hongkong: "Hong Kong",
  huaian: "Huai'an",
  innermongolia: "Inner Mongolia",
  jian: "Ji'an",
  luan: "Lu'an",
  newtaipei: "New Taipei",
  puer: "Pu'er",
  taian: "Tai'an",
  xian: "Xi'an",
  yaan: "Ya'an",
  yanan: "Yan'an",
};

/**
 * The English name of a Chinese province or city; undefined if the name is
 * unknown.
 *
 * @param name in Chinese, with or without a suffix
 */
export function englishNameOf(name: string): string | undefined {
  const [latin] = latinNamesOf(name);
  if (latin === undefined) return undefined;
  return SPELLINGS[latin] ?? latin.charAt(0).toUpperCase() + latin.slice(1);
}

/**
 * The provinces of the cities in {@link NAMES}, line by line after the first two:
 * the parts of their ISO 3166-2:CN codes after the hyphen.
 */
const PROVINCES =
  "HE SX NM LN JL HL JS ZJ AH FJ JX SD HA HB HN GD GX HI SC GZ YN XZ SN GS QH NX XJ TW"
    .split(" ");

/** Chinese names of cities by province and spelling: Suzhou is 苏州 in Jiangsu, and 宿州 in Anhui. */
let cities: ReadonlyMap<string, string> | undefined;

/**
 * The Chinese name of a city in China, without a suffix; undefined if the city
 * is unknown.
 *
 * @param english in any usual spelling; DB-IP uses both Taiyuan and Taiyuanshi
 * @param regionCode the part of the ISO 3166-2:CN code after the hyphen
 */
export function chineseNameOf(
  english: string,
  regionCode: string,
): string | undefined {
  const key = english.normalize("NFD").toLowerCase().replace(/[^a-z]/g, "");
  const names = cities ??= compileCities();
  return names.get(`${regionCode} ${key}`) ??
    names.get(`${regionCode} ${key.replace(/shi$/, "")}`);
}

function compileCities(): Map<string, string> {
  const [municipalities, , ...rest] = NAMES;
  const lines = [
    ...municipalities.split(" ").slice(0, 4)
      .map((entry, i) => [["BJ", "TJ", "SH", "CQ"][i], entry]),
    ...rest.map((line, i) => [PROVINCES[i], line]),
  ];
  const names = new Map<string, string>();
  for (const [code, line] of lines) {
    for (const entry of line.split(" ")) {
      const [name, latin] = entry.split("=");
      for (const spelling of latin.split("/")) {
        const key = `${code} ${spelling}`;
        if (!names.has(key)) names.set(key, name);
      }
    }
  }
  return names;
}

/** Lengths of the names, longest first: 西双版纳 is a name, 西双 is not. */
const ENDS: readonly number[] = [4, 3, 2];

function compile(): Map<string, readonly string[]> {
  const entries = NAMES.flatMap((line) => line.split(" "));
  return new Map(entries.map((entry) => {
    const [name, latin] = entry.split("=");
    return [name, latin.split("/")];
  }));
}

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
