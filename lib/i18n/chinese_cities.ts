/**
 * Established Chinese names of large cities outside mainland China, by country
 * (ISO 3166-1 alpha-2), as `spelling=name` with alternative spellings separated by
 * slashes. Spellings are in lower case, without diacritics, spaces and
 * punctuation. Cities of one country that share a spelling also share the name.
 */
const CITIES: Readonly<Record<string, string>> = {
  AE: "dubai=迪拜,abudhabi=阿布扎比,sharjah=沙迦",
  AF: "kabul=喀布尔",
  AR: "buenosaires=布宜诺斯艾利斯,cordoba=科尔多瓦,rosario=罗萨里奥",
  AT: "vienna/wien=维也纳,graz=格拉茨,linz=林茨,salzburg=萨尔茨堡",
  AU:
    "sydney=悉尼,melbourne=墨尔本,brisbane=布里斯班,perth=珀斯,adelaide=阿德莱德,canberra=堪培拉,hobart=霍巴特,darwin=达尔文,goldcoast=黄金海岸,newcastle=纽卡斯尔",
  BD: "dhaka=达卡,chittagong/chattogram=吉大港",
  BE: "brussels=布鲁塞尔,antwerp=安特卫普,ghent=根特,bruges=布鲁日,liege=列日",
  BG: "sofia=索非亚",
  BR:
    "saopaulo=圣保罗,riodejaneiro=里约热内卢,brasilia=巴西利亚,salvador=萨尔瓦多,fortaleza=福塔莱萨,belohorizonte=贝洛奥里藏特,curitiba=库里蒂巴,recife=累西腓,portoalegre=阿雷格里港,campinas=坎皮纳斯,manaus=马瑙斯",
  CA:
    "toronto=多伦多,montreal=蒙特利尔,vancouver=温哥华,ottawa=渥太华,calgary=卡尔加里,edmonton=埃德蒙顿,quebec/quebeccity=魁北克,winnipeg=温尼伯,halifax=哈利法克斯,victoria=维多利亚,mississauga=密西沙加",
  CH:
    "zurich=苏黎世,geneva=日内瓦,bern=伯尔尼,basel=巴塞尔,lausanne=洛桑,lucerne=卢塞恩",
  CL: "santiago=圣地亚哥,valparaiso=瓦尔帕莱索",
  CO: "bogota=波哥大,medellin=麦德林,cali=卡利",
  CZ: "prague=布拉格,brno=布尔诺",
  DE:
    "berlin=柏林,frankfurtammain/frankfurt=法兰克福,munich=慕尼黑,hamburg=汉堡,cologne=科隆,stuttgart=斯图加特,dusseldorf=杜塞尔多夫,dortmund=多特蒙德,essen=埃森,leipzig=莱比锡,dresden=德累斯顿,bremen=不来梅,hanover/hannover=汉诺威,nuremberg=纽伦堡,bonn=波恩,mannheim=曼海姆,karlsruhe=卡尔斯鲁厄,aachen=亚琛,heidelberg=海德堡,darmstadt=达姆施塔特,falkenstein=法尔肯施泰因",
  DK: "copenhagen=哥本哈根,aarhus=奥胡斯,odense=欧登塞",
  DZ: "algiers=阿尔及尔",
  EE: "tallinn=塔林",
  EG: "cairo=开罗,alexandria=亚历山大,giza=吉萨",
  ES:
    "madrid=马德里,barcelona=巴塞罗那,valencia=巴伦西亚,seville=塞维利亚,zaragoza=萨拉戈萨,malaga=马拉加,bilbao=毕尔巴鄂",
  ET: "addisababa=亚的斯亚贝巴",
  FI: "helsinki=赫尔辛基,espoo=埃斯波,tampere=坦佩雷,turku=图尔库",
  FR:
    "paris=巴黎,lyon=里昂,marseille=马赛,toulouse=图卢兹,nice=尼斯,nantes=南特,strasbourg=斯特拉斯堡,bordeaux=波尔多,lille=里尔,montpellier=蒙彼利埃,rennes=雷恩,roubaix=鲁贝,gravelines=格拉沃利讷,grenoble=格勒诺布尔",
  GB:
    "london=伦敦,manchester=曼彻斯特,birmingham=伯明翰,liverpool=利物浦,leeds=利兹,sheffield=谢菲尔德,bristol=布里斯托尔,edinburgh=爱丁堡,glasgow=格拉斯哥,cardiff=加的夫,belfast=贝尔法斯特,cambridge=剑桥,oxford=牛津,nottingham=诺丁汉,newcastle/newcastleupontyne=纽卡斯尔,leicester=莱斯特,coventry=考文垂,southampton=南安普敦,portsmouth=朴茨茅斯,brighton=布赖顿,york=约克,reading=雷丁",
  GH: "accra=阿克拉",
  GR: "athens=雅典,thessaloniki=塞萨洛尼基",
  HK:
    "hongkong=香港,kowloon=九龙,central=中环,wanchai=湾仔,causewaybay=铜锣湾,sheungwan=上环,quarrybay=鲗鱼涌,chaiwan=柴湾,northpoint=北角,aberdeen=香港仔,pokfulam=薄扶林,tsimshatsui=尖沙咀,mongkok=旺角,hunghom=红磡,kowlooncity=九龙城,kowloontong=九龙塘,kowloonbay=九龙湾,kwuntong=观塘,sanpokong=新蒲岗,wongtaisin=黄大仙,laichikok=荔枝角,shamshuipo=深水埗,cheungshawan=长沙湾,kwaichung=葵涌,tsingyi/tsingyitown=青衣,tsuenwan=荃湾,tseungkwano=将军澳,saikung=西贡,shatin=沙田,fotan=火炭,taipo=大埔,fanling=粉岭,sheungshui=上水,tuenmun=屯门,yuenlong=元朗,tinshuiwai=天水围,tungchung=东涌",
  HU: "budapest=布达佩斯",
  ID: "jakarta=雅加达,surabaya=泗水,bandung=万隆,medan=棉兰,denpasar=登巴萨",
  IE: "dublin=都柏林,cork=科克,galway=戈尔韦,limerick=利默里克",
  IL: "telaviv=特拉维夫,jerusalem=耶路撒冷,haifa=海法",
  IN:
    "mumbai=孟买,newdelhi=新德里,delhi=德里,bengaluru/bangalore=班加罗尔,chennai=金奈,kolkata=加尔各答,hyderabad=海得拉巴,pune=浦那,ahmedabad=艾哈迈达巴德,jaipur=斋浦尔",
  IQ: "baghdad=巴格达",
  IR: "tehran=德黑兰,isfahan=伊斯法罕,mashhad=马什哈德",
  IS: "reykjavik=雷克雅未克",
  IT:
    "rome=罗马,milan=米兰,turin=都灵,naples=那不勒斯,florence=佛罗伦萨,venice=威尼斯,bologna=博洛尼亚,genoa=热那亚,palermo=巴勒莫,verona=维罗纳",
  JP:
    "tokyo=东京,osaka=大阪,kyoto=京都,nagoya=名古屋,yokohama=横滨,sapporo=札幌,fukuoka=福冈,kobe=神户,hiroshima=广岛,sendai=仙台,kawasaki=川崎,saitama=埼玉,chiba=千叶,nara=奈良,kitakyushu=北九州,niigata=新潟,okayama=冈山,kumamoto=熊本,kagoshima=鹿儿岛,naha=那霸,nagasaki=长崎,kanazawa=金泽,chiyoda=千代田区,shibuya=涩谷区,shinjuku=新宿区,shinagawa=品川区,suginami=杉并区,minato=港区,bunkyo=文京区,taito=台东区,sumida=墨田区,koto=江东区,meguro=目黑区,setagaya=世田谷区,toshima=丰岛区,arakawa=荒川区,itabashi=板桥区,nerima=练马区,adachi=足立区,katsushika=葛饰区,edogawa=江户川区",
  KE: "nairobi=内罗毕",
  KH: "phnompenh=金边",
  KR:
    "seoul=首尔,busan=釜山,incheon=仁川,daegu=大邱,daejeon=大田,gwangju=光州,ulsan=蔚山,suwon/suwonsi=水原,seongnam/seongnamsi=城南,anyang/anyangsi=安养,jeju/jejusi=济州",
  KW: "kuwaitcity=科威特城",
  KZ: "almaty=阿拉木图,astana=阿斯塔纳",
  LA: "vientiane=万象",
  LB: "beirut=贝鲁特",
  LK: "colombo=科伦坡",
  LT: "vilnius=维尔纽斯",
  LU: "luxembourg=卢森堡",
  LV: "riga=里加",
  MA: "rabat=拉巴特,casablanca=卡萨布兰卡,marrakesh=马拉喀什",
  MM: "yangon=仰光",
  MN: "ulaanbaatar/ulanbator=乌兰巴托",
  MO: "macao/macau=澳门",
  MX:
    "mexicocity=墨西哥城,guadalajara=瓜达拉哈拉,monterrey=蒙特雷,tijuana=蒂华纳,cancun=坎昆",
  MY:
    "kualalumpur=吉隆坡,penang=槟城,georgetown=乔治市,johorbahru=新山,cyberjaya=赛城",
  NG: "lagos=拉各斯,abuja=阿布贾",
  NL:
    "amsterdam=阿姆斯特丹,rotterdam=鹿特丹,thehague=海牙,utrecht=乌得勒支,eindhoven=埃因霍温,groningen=格罗宁根",
  NO: "oslo=奥斯陆,bergen=卑尔根,trondheim=特隆赫姆",
  NP: "kathmandu=加德满都",
  NZ: "auckland=奥克兰,wellington=惠灵顿,christchurch=基督城",
  PE: "lima=利马",
  PH:
    "manila=马尼拉,quezoncity=奎松城,cebu/cebucity=宿务,makati/makaticity=马卡蒂",
  PK: "islamabad=伊斯兰堡,karachi=卡拉奇,lahore=拉合尔",
  PL:
    "warsaw=华沙,krakow=克拉科夫,wroclaw=弗罗茨瓦夫,gdansk=格但斯克,poznan=波兹南,lodz=罗兹",
  PT: "lisbon=里斯本,porto=波尔图",
  QA: "doha=多哈",
  RO: "bucharest=布加勒斯特",
  RS: "belgrade=贝尔格莱德",
  RU:
    "moscow=莫斯科,stpetersburg/saintpetersburg=圣彼得堡,novosibirsk=新西伯利亚,yekaterinburg=叶卡捷琳堡,kazan=喀山,vladivostok=符拉迪沃斯托克,khabarovsk=哈巴罗夫斯克,irkutsk=伊尔库茨克,omsk=鄂木斯克,samara=萨马拉",
  SA: "riyadh=利雅得,jeddah=吉达,mecca=麦加,medina=麦地那",
  SE: "stockholm=斯德哥尔摩,gothenburg=哥德堡,malmo=马尔默,uppsala=乌普萨拉",
  SG: "singapore=新加坡",
  SI: "ljubljana=卢布尔雅那",
  SK: "bratislava=布拉迪斯拉发",
  TH: "bangkok=曼谷,chiangmai=清迈,phuket=普吉",
  TN: "tunis=突尼斯",
  TR: "istanbul=伊斯坦布尔,ankara=安卡拉,izmir=伊兹密尔,antalya=安塔利亚",
  TW:
    "taipei/taipeicity=台北,newtaipei/newtaipeicity=新北,taoyuan/taoyuancity/taoyuandistrict=桃园,taichung/taichungcity=台中,tainan/tainancity=台南,kaohsiung/kaohsiungcity=高雄,keelung=基隆,hsinchu/hsinchucity=新竹,chiayi/chiayicity=嘉义,changhua=彰化,hualien/hualiencity=花莲,pingtung/pingtungcity=屏东,yilan=宜兰,douliu=斗六,miaoli=苗栗,nantou=南投,taitung=台东,magong=马公,neihudistrict=内湖区,banqiaodistrict=板桥区,yinggedistrict=莺歌区,xindiandistrict=新店区,xizhidistrict=汐止区,yongkangdistrict=永康区,fongshandistrict=凤山区",
  UA: "kyiv/kiev=基辅,kharkiv=哈尔科夫,odesa/odessa=敖德萨,lviv=利沃夫",
  US:
    "newyork/newyorkcity=纽约,losangeles=洛杉矶,chicago=芝加哥,houston=休斯敦,phoenix=菲尼克斯,philadelphia=费城,sanantonio=圣安东尼奥,sandiego=圣迭戈,dallas=达拉斯,sanjose=圣何塞,austin=奥斯汀,jacksonville=杰克逊维尔,fortworth=沃思堡,columbus=哥伦布,charlotte=夏洛特,indianapolis/indpls=印第安纳波利斯,sanfrancisco=旧金山,seattle=西雅图,denver=丹佛,washington/washingtondc=华盛顿,boston=波士顿,nashville=纳什维尔,detroit=底特律,oklahomacity=俄克拉何马城,portland=波特兰,lasvegas=拉斯维加斯,memphis=孟菲斯,louisville=路易斯维尔,baltimore=巴尔的摩,milwaukee=密尔沃基,albuquerque=阿尔伯克基,tucson=图森,fresno=弗雷斯诺,sacramento=萨克拉门托,kansascity=堪萨斯城,atlanta=亚特兰大,omaha=奥马哈,raleigh=罗利,miami=迈阿密,oakland=奥克兰,minneapolis=明尼阿波利斯,tampa=坦帕,neworleans=新奥尔良,cleveland=克利夫兰,honolulu=檀香山,cincinnati=辛辛那提,orlando=奥兰多,pittsburgh=匹兹堡,stlouis/saintlouis=圣路易斯,newark=纽瓦克,buffalo=布法罗,saltlakecity=盐湖城,anchorage=安克雷奇,ashburn=阿什本,mountainview=芒廷维尤,paloalto=帕洛阿尔托,cupertino=库比蒂诺,santaclara=圣克拉拉,redmond=雷德蒙德,cambridge=剑桥,richmond=里士满",
  UZ: "tashkent=塔什干",
  VE: "caracas=加拉加斯",
  VN: "hanoi=河内,hochiminhcity=胡志明市,danang=岘港,haiphong=海防",
  ZA: "johannesburg=约翰内斯堡,capetown=开普敦,pretoria=比勒陀利亚,durban=德班",
};

/** The list of each country, for tests. */
export const COUNTRIES_OF_CITIES = Object.entries(CITIES);

const byCountry = new Map<string, ReadonlyMap<string, string>>();

/**
 * The Chinese name of a large city outside mainland China; undefined if it is not
 * listed.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 * @param city in English, in any usual spelling
 */
export function cityInChinese(
  countryCode: string,
  city: string,
): string | undefined {
  let names = byCountry.get(countryCode);
  if (!names) {
    if (!Object.hasOwn(CITIES, countryCode)) return undefined;
    names = compile(CITIES[countryCode]);
    byCountry.set(countryCode, names);
  }
  const key = city.normalize("NFD").toLowerCase().replace(/[^a-z]/g, "");
  return names.get(key);
}

function compile(list: string): Map<string, string> {
  return new Map(
    list.split(",").flatMap((entry) => {
      const [spellings, name] = entry.split("=");
      return spellings.split("/").map((spelling) => [spelling, name] as const);
    }),
  );
}
