/**
 * Chinese names of first-level subdivisions (ISO 3166-2), as `code=name`; the
 * packages have only names in Latin letters. A listed country is complete; the
 * United Kingdom has its four countries. Countries without a reliable source are
 * not listed.
 */
const SUBDIVISIONS: Readonly<Record<string, string>> = {
  AT:
    "1=布尔根兰州,2=克恩滕州,3=下奥地利州,4=上奥地利州,5=萨尔茨堡州,6=施蒂利亚州,7=蒂罗尔州,8=福拉尔贝格州,9=维也纳",
  AU:
    "ACT=澳大利亚首都领地,NSW=新南威尔士州,NT=北领地,QLD=昆士兰州,SA=南澳大利亚州,TAS=塔斯马尼亚州,VIC=维多利亚州,WA=西澳大利亚州",
  BE:
    "BRU=布鲁塞尔首都大区,VAN=安特卫普省,VBR=佛兰德布拉班特省,VLG=佛兰德大区,VLI=林堡省,VOV=东佛兰德省,VWV=西佛兰德省,WAL=瓦隆大区,WBR=瓦隆布拉班特省,WHT=埃诺省,WLG=列日省,WLX=卢森堡省,WNA=那慕尔省",
  BR:
    "AC=阿克里州,AL=阿拉戈斯州,AM=亚马孙州,AP=阿马帕州,BA=巴伊亚州,CE=塞阿拉州,DF=联邦区,ES=圣埃斯皮里图州,GO=戈亚斯州,MA=马拉尼昂州,MG=米纳斯吉拉斯州,MS=南马托格罗索州,MT=马托格罗索州,PA=帕拉州,PB=帕拉伊巴州,PE=伯南布哥州,PI=皮奥伊州,PR=巴拉那州,RJ=里约热内卢州,RN=北里奥格兰德州,RO=朗多尼亚州,RR=罗赖马州,RS=南里奥格兰德州,SC=圣卡塔琳娜州,SE=塞尔希培州,SP=圣保罗州,TO=托坎廷斯州",
  CA:
    "AB=艾伯塔省,BC=不列颠哥伦比亚省,MB=马尼托巴省,NB=新不伦瑞克省,NL=纽芬兰与拉布拉多省,NS=新斯科舍省,NT=西北地区,NU=努纳武特地区,ON=安大略省,PE=爱德华王子岛省,QC=魁北克省,SK=萨斯喀彻温省,YT=育空地区",
  CH:
    "AG=阿尔高州,AI=内阿彭策尔州,AR=外阿彭策尔州,BE=伯尔尼州,BL=巴塞尔乡村州,BS=巴塞尔城市州,FR=弗里堡州,GE=日内瓦州,GL=格拉鲁斯州,GR=格劳宾登州,JU=汝拉州,LU=卢塞恩州,NE=纳沙泰尔州,NW=下瓦尔登州,OW=上瓦尔登州,SG=圣加仑州,SH=沙夫豪森州,SO=索洛图恩州,SZ=施维茨州,TG=图尔高州,TI=提契诺州,UR=乌里州,VD=沃州,VS=瓦莱州,ZG=楚格州,ZH=苏黎世州",
  CN:
    "AH=安徽省,BJ=北京市,CQ=重庆市,FJ=福建省,GD=广东省,GS=甘肃省,GX=广西壮族自治区,GZ=贵州省,HA=河南省,HB=湖北省,HE=河北省,HI=海南省,HK=香港特别行政区,HL=黑龙江省,HN=湖南省,JL=吉林省,JS=江苏省,JX=江西省,LN=辽宁省,MO=澳门特别行政区,NM=内蒙古自治区,NX=宁夏回族自治区,QH=青海省,SC=四川省,SD=山东省,SH=上海市,SN=陕西省,SX=山西省,TJ=天津市,TW=台湾省,XJ=新疆维吾尔自治区,XZ=西藏自治区,YN=云南省,ZJ=浙江省",
  DE:
    "BB=勃兰登堡州,BE=柏林,BW=巴登-符腾堡州,BY=巴伐利亚州,HB=不来梅,HE=黑森州,HH=汉堡,MV=梅克伦堡-前波美拉尼亚州,NI=下萨克森州,NW=北莱茵-威斯特法伦州,RP=莱茵兰-普法尔茨州,SH=石勒苏益格-荷尔斯泰因州,SL=萨尔州,SN=萨克森州,ST=萨克森-安哈尔特州,TH=图林根州",
  ES:
    "AN=安达卢西亚自治区,AR=阿拉贡自治区,AS=阿斯图里亚斯自治区,CB=坎塔布里亚自治区,CE=休达,CL=卡斯蒂利亚-莱昂自治区,CM=卡斯蒂利亚-拉曼恰自治区,CN=加那利群岛自治区,CT=加泰罗尼亚自治区,EX=埃斯特雷马杜拉自治区,GA=加利西亚自治区,IB=巴利阿里群岛自治区,MC=穆尔西亚自治区,MD=马德里自治区,ML=梅利利亚,NC=纳瓦拉自治区,PV=巴斯克自治区,RI=拉里奥哈自治区,VC=巴伦西亚自治区",
  FR:
    "20R=科西嘉,971=瓜德罗普,972=马提尼克,973=法属圭亚那,974=留尼汪,976=马约特,ARA=奥弗涅-罗讷-阿尔卑斯大区,BFC=勃艮第-弗朗什-孔泰大区,BL=圣巴泰勒米,BRE=布列塔尼大区,CP=克利珀顿岛,CVL=中央-卢瓦尔河谷大区,GES=大东部大区,HDF=上法兰西大区,IDF=法兰西岛大区,MF=法属圣马丁,NAQ=新阿基坦大区,NC=新喀里多尼亚,NOR=诺曼底大区,OCC=奥克西塔尼大区,PAC=普罗旺斯-阿尔卑斯-蓝色海岸大区,PDL=卢瓦尔河地区,PF=法属波利尼西亚,PM=圣皮埃尔和密克隆,TF=法属南部领地,WF=瓦利斯和富图纳",
  GB: "ENG=英格兰,NIR=北爱尔兰,SCT=苏格兰,WLS=威尔士",
  IT:
    "21=皮埃蒙特大区,23=瓦莱达奥斯塔大区,25=伦巴第大区,32=特伦蒂诺-上阿迪杰大区,34=威尼托大区,36=弗留利-威尼斯朱利亚大区,42=利古里亚大区,45=艾米利亚-罗马涅大区,52=托斯卡纳大区,55=翁布里亚大区,57=马尔凯大区,62=拉齐奥大区,65=阿布鲁佐大区,67=莫利塞大区,72=坎帕尼亚大区,75=普利亚大区,77=巴西利卡塔大区,78=卡拉布里亚大区,82=西西里大区,88=撒丁大区",
  JP:
    "01=北海道,02=青森县,03=岩手县,04=宫城县,05=秋田县,06=山形县,07=福岛县,08=茨城县,09=栃木县,10=群马县,11=埼玉县,12=千叶县,13=东京都,14=神奈川县,15=新潟县,16=富山县,17=石川县,18=福井县,19=山梨县,20=长野县,21=岐阜县,22=静冈县,23=爱知县,24=三重县,25=滋贺县,26=京都府,27=大阪府,28=兵库县,29=奈良县,30=和歌山县,31=鸟取县,32=岛根县,33=冈山县,34=广岛县,35=山口县,36=德岛县,37=香川县,38=爱媛县,39=高知县,40=福冈县,41=佐贺县,42=长崎县,43=熊本县,44=大分县,45=宫崎县,46=鹿儿岛县,47=冲绳县",
  KR:
    "11=首尔特别市,26=釜山广域市,27=大邱广域市,28=仁川广域市,29=光州广域市,30=大田广域市,31=蔚山广域市,41=京畿道,42=江原特别自治道,43=忠清北道,44=忠清南道,45=全北特别自治道,46=全罗南道,47=庆尚北道,48=庆尚南道,49=济州特别自治道,50=世宗特别自治市",
  MX:
    "AGU=阿瓜斯卡连特斯州,BCN=下加利福尼亚州,BCS=南下加利福尼亚州,CAM=坎佩切州,CHH=奇瓦瓦州,CHP=恰帕斯州,CMX=墨西哥城,COA=科阿韦拉州,COL=科利马州,DUR=杜兰戈州,GRO=格雷罗州,GUA=瓜纳华托州,HID=伊达尔戈州,JAL=哈利斯科州,MEX=墨西哥州,MIC=米却肯州,MOR=莫雷洛斯州,NAY=纳亚里特州,NLE=新莱昂州,OAX=瓦哈卡州,PUE=普埃布拉州,QUE=克雷塔罗州,ROO=金塔纳罗奥州,SIN=锡那罗亚州,SLP=圣路易斯波托西州,SON=索诺拉州,TAB=塔巴斯科州,TAM=塔毛利帕斯州,TLA=特拉斯卡拉州,VER=韦拉克鲁斯州,YUC=尤卡坦州,ZAC=萨卡特卡斯州",
  MY:
    "01=柔佛州,02=吉打州,03=吉兰丹州,04=马六甲州,05=森美兰州,06=彭亨州,07=槟城州,08=霹雳州,09=玻璃市州,10=雪兰莪州,11=登嘉楼州,12=沙巴州,13=砂拉越州,14=吉隆坡联邦直辖区,15=纳闽联邦直辖区,16=布城联邦直辖区",
  NL:
    "AW=阿鲁巴,BQ1=博奈尔,BQ2=萨巴,BQ3=圣尤斯特歇斯,CW=库拉索,DR=德伦特省,FL=弗莱福兰省,FR=弗里斯兰省,GE=海尔德兰省,GR=格罗宁根省,LI=林堡省,NB=北布拉班特省,NH=北荷兰省,OV=上艾瑟尔省,SX=荷属圣马丁,UT=乌得勒支省,ZE=泽兰省,ZH=南荷兰省",
  NZ:
    "AUK=奥克兰大区,BOP=丰盛湾大区,CAN=坎特伯雷大区,CIT=查塔姆群岛,GIS=吉斯伯恩大区,HKB=霍克湾大区,MBH=马尔堡大区,MWT=马纳瓦图-旺阿努伊大区,NSN=纳尔逊大区,NTL=北地大区,OTA=奥塔哥大区,STL=南地大区,TAS=塔斯曼大区,TKI=塔拉纳基大区,WGN=惠灵顿大区,WKO=怀卡托大区,WTC=西岸大区",
  PL:
    "02=下西里西亚省,04=库亚维-滨海省,06=卢布林省,08=卢布斯卡省,10=罗兹省,12=小波兰省,14=马佐夫舍省,16=奥波莱省,18=喀尔巴阡山省,20=波德拉谢省,22=滨海省,24=西里西亚省,26=圣十字省,28=瓦尔米亚-马祖里省,30=大波兰省,32=西滨海省",
  RU:
    "AD=阿迪格共和国,AL=阿尔泰共和国,ALT=阿尔泰边疆区,AMU=阿穆尔州,ARK=阿尔汉格尔斯克州,AST=阿斯特拉罕州,BA=巴什科尔托斯坦共和国,BEL=别尔哥罗德州,BRY=布良斯克州,BU=布里亚特共和国,CE=车臣共和国,CHE=车里雅宾斯克州,CHU=楚科奇自治区,CU=楚瓦什共和国,DA=达吉斯坦共和国,IN=印古什共和国,IRK=伊尔库茨克州,IVA=伊万诺沃州,KAM=堪察加边疆区,KB=卡巴尔达-巴尔卡尔共和国,KC=卡拉恰伊-切尔克斯共和国,KDA=克拉斯诺达尔边疆区,KEM=克麦罗沃州,KGD=加里宁格勒州,KGN=库尔干州,KHA=哈巴罗夫斯克边疆区,KHM=汉特-曼西自治区,KIR=基洛夫州,KK=哈卡斯共和国,KL=卡尔梅克共和国,KLU=卡卢加州,KO=科米共和国,KOS=科斯特罗马州,KR=卡累利阿共和国,KRS=库尔斯克州,KYA=克拉斯诺亚尔斯克边疆区,LEN=列宁格勒州,LIP=利佩茨克州,MAG=马加丹州,ME=马里埃尔共和国,MO=莫尔多瓦共和国,MOS=莫斯科州,MOW=莫斯科,MUR=摩尔曼斯克州,NEN=涅涅茨自治区,NGR=诺夫哥罗德州,NIZ=下诺夫哥罗德州,NVS=新西伯利亚州,OMS=鄂木斯克州,ORE=奥伦堡州,ORL=奥廖尔州,PER=彼尔姆边疆区,PNZ=奔萨州,PRI=滨海边疆区,PSK=普斯科夫州,ROS=罗斯托夫州,RYA=梁赞州,SA=萨哈共和国,SAK=萨哈林州,SAM=萨马拉州,SAR=萨拉托夫州,SE=北奥塞梯-阿兰共和国,SMO=斯摩棱斯克州,SPE=圣彼得堡,STA=斯塔夫罗波尔边疆区,SVE=斯维尔德洛夫斯克州,TA=鞑靼斯坦共和国,TAM=坦波夫州,TOM=托木斯克州,TUL=图拉州,TVE=特维尔州,TY=图瓦共和国,TYU=秋明州,UD=乌德穆尔特共和国,ULY=乌里扬诺夫斯克州,VGG=伏尔加格勒州,VLA=弗拉基米尔州,VLG=沃洛格达州,VOR=沃罗涅日州,YAN=亚马尔-涅涅茨自治区,YAR=雅罗斯拉夫尔州,YEV=犹太自治州,ZAB=外贝加尔边疆区",
  SE:
    "AB=斯德哥尔摩省,AC=西博滕省,BD=北博滕省,C=乌普萨拉省,D=南曼兰省,E=东约特兰省,F=延雪平省,G=克鲁努贝里省,H=卡尔马省,I=哥得兰省,K=布莱金厄省,M=斯科讷省,N=哈兰省,O=西约特兰省,S=韦姆兰省,T=厄勒布鲁省,U=西曼兰省,W=达拉纳省,X=耶夫勒堡省,Y=西诺尔兰省,Z=耶姆特兰省",
  SG: "01=中区,02=东北区,03=西北区,04=东南区,05=西南区",
  TW:
    "CHA=彰化县,CYI=嘉义市,CYQ=嘉义县,HSQ=新竹县,HSZ=新竹市,HUA=花莲县,ILA=宜兰县,KEE=基隆市,KHH=高雄市,KIN=金门县,LIE=连江县,MIA=苗栗县,NAN=南投县,NWT=新北市,PEN=澎湖县,PIF=屏东县,TAO=桃园市,TNN=台南市,TPE=台北市,TTT=台东县,TXG=台中市,YUN=云林县",
  US:
    "AK=阿拉斯加州,AL=亚拉巴马州,AR=阿肯色州,AS=美属萨摩亚,AZ=亚利桑那州,CA=加利福尼亚州,CO=科罗拉多州,CT=康涅狄格州,DC=哥伦比亚特区,DE=特拉华州,FL=佛罗里达州,GA=佐治亚州,GU=关岛,HI=夏威夷州,IA=艾奥瓦州,ID=爱达荷州,IL=伊利诺伊州,IN=印第安纳州,KS=堪萨斯州,KY=肯塔基州,LA=路易斯安那州,MA=马萨诸塞州,MD=马里兰州,ME=缅因州,MI=密歇根州,MN=明尼苏达州,MO=密苏里州,MP=北马里亚纳群岛,MS=密西西比州,MT=蒙大拿州,NC=北卡罗来纳州,ND=北达科他州,NE=内布拉斯加州,NH=新罕布什尔州,NJ=新泽西州,NM=新墨西哥州,NV=内华达州,NY=纽约州,OH=俄亥俄州,OK=俄克拉何马州,OR=俄勒冈州,PA=宾夕法尼亚州,PR=波多黎各,RI=罗得岛州,SC=南卡罗来纳州,SD=南达科他州,TN=田纳西州,TX=得克萨斯州,UM=美国本土外小岛屿,UT=犹他州,VA=弗吉尼亚州,VI=美属维尔京群岛,VT=佛蒙特州,WA=华盛顿州,WI=威斯康星州,WV=西弗吉尼亚州,WY=怀俄明州",
  ZA:
    "EC=东开普省,FS=自由州省,GP=豪登省,KZN=夸祖鲁-纳塔尔省,LP=林波波省,MP=姆普马兰加省,NC=北开普省,NW=西北省,WC=西开普省",
};

/** The listed countries (ISO 3166-1 alpha-2). */
export const COUNTRIES_NAMED: readonly string[] = Object.keys(SUBDIVISIONS);

const namesOf = new Map<string, ReadonlyMap<string, string>>();

/**
 * The Chinese name of a country's subdivision; undefined if it is not listed.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 * @param code the part of the ISO 3166-2 code after the hyphen, upper case
 */
export function subdivisionInChinese(
  countryCode: string,
  code: string,
): string | undefined {
  let names = namesOf.get(countryCode);
  if (!names) {
    if (!Object.hasOwn(SUBDIVISIONS, countryCode)) return undefined;
    names = new Map(
      SUBDIVISIONS[countryCode].split(",").map((entry) =>
        entry.split("=") as [code: string, name: string]
      ),
    );
    namesOf.set(countryCode, names);
  }
  return names.get(code);
}

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
