import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { BoundedMap } from "../../core/cache.ts";
import { normalizeName } from "./place_names.ts";

/**
 * Alternative names of regions, used by neither ISO 3166-2 nor CLDR's English
 * data, by country, as `name=code`. Lower case, without diacritics and
 * punctuation; words such as "Province" and "Oblast" may be added.
 *
 * Most are spellings of DB-IP City Lite (2026-06). If a city and the region
 * around it share a name, the code is that of the one to which DB-IP assigns the
 * towns. A merged or lower-level region has the code of the region that contains
 * it.
 */
export const REGION_ALIASES: Readonly<Record<string, string>> = {
  AR: "buenos aires=B,buenos aires f d=C",
  AU: "act=ACT",
  BA: "federation of b h=BIH,srpska=SRP",
  BG: "sofia=23,sofia grad=22,sofia capital=22",
  BH: "manama=13",
  BY: "minsk=MI,minsk city=HM,homyel voblasc=HO,mogilev=MA,grodnenskaya=HR",
  CH: "saint gall=SG,basel city=BS,grisons=GR",
  CI: "abidjan autonomous district=AB",
  CL: "ohiggins=LI",
  CN: "inner mongolia=NM",
  CO: "bogota d c=DC,san andres y providencia=SAP",
  CZ:
    "prague=10,hlavni mesto praha=10,central bohemia=20,south bohemian=31,plzen=32,carlsbad=41,usti nad labem=42,liberec=51,hradec kralove=52,pardubice=53,south moravian=64,olomouc=71,zlin=72,moravian silesian=80",
  DE:
    "free and hanseatic city of hamburg=HH,free hanseatic city of bremen=HB,city state bremen=HB",
  DK: "north denmark=81,central jutland=82,south denmark=83",
  DO: "nacional=01",
  DZ: "el mghair=57,el menia=58",
  EG: "beni suweif=BNS",
  ES: "castille and leon=CL,castille la mancha=CM,navarre=NC,valencia=VC",
  FI:
    "south ostrobothnia=03,south savo=04,tampere=11,north ostrobothnia=14,north savo=15,newland=18",
  FR:
    "rhone alpes=ARA,new aquitaine=NAQ,normandy=NOR,bourgogne=BFC,provence=PAC,corsica=20R,collectivity of saint martin=MF",
  HR:
    "city of zagreb=21,county of zagreb=01,zagrebacka=01,varazdinska=05,vukovar srijem=16,medimurska=20",
  HU: "veszprem=VE",
  ID:
    "maluku=MA,papua=PA,southwest papua=PD,highland papua=PE,south papua=PS,central papua=PT",
  IN: "andaman and nicobar=AN",
  IR:
    "east azerbaijan=03,west azerbaijan=04,razavi khorasan=09,isfahan=10,sistan and baluchestan=11,kurdistan=12,chaharmahal and bakhtiari=14,kohgiluyeh and boyer ahmad=17,north khorasan=28,south khorasan=29",
  IS: "capital region=1",
  IT: "trentino alto adige=32,the marches=57,basilicate=77",
  KE: "nairobi area=30",
  KR: "gwangju=29,sejong si=50",
  KZ:
    "abai=10,aqmola=11,aktobe=15,aqtobe=15,almaty region=19,almaty oblysy=19,atyrau=23,atyrau oblisi=23,west kazakhstan=27,batys qazaqstan=27,zhambyl=31,zhetysu=33,jetisu=33,karaganda=35,kostanay=39,qostanay=39,kyzylorda=43,qyzylorda=43,mangystau=47,mangghystau=47,pavlodar=55,north kazakhstan=59,soltustik qazaqstan=59,turkistan=61,east kazakhstan=63,nur sultan=71,almaty=75",
  LA: "vientiane prefecture=VT",
  LU: "diekirch=DI,grevenmacher=GR,luxembourg=LU",
  MA: "oriental=02,marrakesh safi=07",
  MG:
    "alaotra mangoro=A,analanjirofo=A,atsinanana=A,diana=D,sava=D,amoroni mania=F,atsimo atsinanana=F,fitovinany=F,ihorombe=F,upper matsiatra=F,vatovavy=F,betsiboka=M,boeny=M,melaky=M,sofia=M,analamanga=T,bongolava=T,itasy=T,vakinankaratra=T,androy=U,anosy=U,atsimo andrefana=U,menabe=U",
  MX: "mexico city=CMX",
  MZ: "maputo city=MPM",
  NG: "fct=FC",
  // In force since 2024; the package's list is older.
  NO:
    "ostfold=31,akershus=32,buskerud=33,vestfold=39,telemark=40,vest agder=42,aust agder=42,hordaland=46,sogn og fjordane=46,troms=55,finnmark=56",
  NP: "gandaki pradesh=P4,karnali pradesh=P6,sudurpashchim pradesh=P7",
  PE: "lima province=LMA,cuzco=CUS",
  PH: "cordillera=15",
  PL: "lodz voivodeship=10,opole voivodeship=16,subcarpathian=18,podlasie=20",
  QA: "baladiyat ad dawhah=DA,baladiyat ar rayyan=RA,al shahaniya=SH",
  RU:
    "altay kray=ALT,chechnya=CE,chukotka=CHU,chuvashia=CU,kabardino balkariya=KB,karachayevo cherkesiya=KC,kuzbass=KEM,khanty mansia=KHM,moscow oblast=MOS,orel=ORL,primorye=PRI,north ossetia=SE,st petersburg=SPE,udmurtiya=UD,voronezj=VOR,yamalo nenets=YAN,jaroslavl=YAR,jewish autonomous oblast=YEV,transbaikal territory=ZAB",
  SA: "mecca=02,makkah=02,medina=03,al jouf=12",
  SI:
    "izola isola=040,koper capodistria=050,lendava lendva=059,maribor city=070,piran pirano=090",
  TH: "buriram=31,nong bua lamphu=39",
  UA:
    "vinnytsia=05,vinnytsya=05,vinnitsa=05,luhansk=09,dnipropetrovsk=12,donetsk=14,zhytomyr=18,transcarpathia=21,zaporizhzhia=23,zaporizhzhya=23,zaporizhia=23,ivano frankivsk=26,kyiv city=30,kyiv=32,kirovohrad=35,sebastopol city=40,lviv=46,mykolaiv=48,mykolayiv=48,odesa=51,odessa=51,poltava=53,rivne=56,sumy=59,ternopil=61,kharkiv=63,kherson=65,khmelnytskyi=68,khmelnytskyy=68,cherkasy=71,chernihiv=74,chernivtsi=77",
  UZ: "tashkent=TK,toshkent shahri=TK,tashkent region=TO",
  VE: "distrito federal=A,estado la guaira=X",
  VN: "can tho city=CT,da nang city=DN",
  YE: "amanat alasimah=SA",
  ZA: "orange free state=FS",
};

/** Entries per cache generation; the data contains about 4,000 region names. */
const MAX_CACHED = 4_096;

/**
 * Countries in which ISO has reassigned codes since CLDR adopted them, so that
 * CLDR's English names belong to other regions.
 */
export const RENUMBERED: readonly string[] = ["IR", "MA", "UG"];

/** Words for kinds of regions, and articles, in the languages of the names. */
const KINDS =
  /\b(?:province|provincia|region|oblast|state|county|prefecture|governorate|district|department|departamento|urban|municipality|emirate|canton|division|republic|republika|respublika|krai|kray|territory|parish|capital|the|of|de|del|da|do|al|el|ad|ar|as|ash|an)\b/g;

/** Codes by name. Null if several regions share the name. */
type Names = Map<string, string | null>;

interface CountryIndex {
  readonly aliases: Names;
  /** First-level subdivisions, such as states or provinces. */
  readonly names: Names;
  /** The same names without the words of {@link KINDS}. */
  readonly cores: Names;
  /** Second-level subdivisions. Looked up last: Madrid is both a community and a province of it. */
  readonly lower: Names;
}

/** Finds ISO 3166-2 codes by name, using the package `iso-3166` and CLDR. */
export class RegionCodes {
  readonly #countries = new Map<string, CountryIndex>();
  readonly #cache = new BoundedMap<string, string | null>(MAX_CACHED);

  /**
   * The part of the code after the hyphen; undefined if the name is unknown or
   * ambiguous.
   *
   * @param countryCode ISO 3166-1 alpha-2, upper case
   * @param region in any spelling
   */
  codeOf(countryCode: string, region: string): string | undefined {
    const key = countryCode + region;
    let code = this.#cache.get(key);
    if (code === undefined) {
      code = this.#find(countryCode, region);
      this.#cache.set(key, code);
    }
    return code ?? undefined;
  }

  #find(countryCode: string, region: string): string | null {
    let index = this.#countries.get(countryCode);
    if (!index) {
      index = indexOf(countryCode);
      this.#countries.set(countryCode, index);
    }
    const name = normalizeName(region);
    const core = coreOf(name);
    const { aliases, names, cores, lower } = index;
    for (
      const [table, key] of [
        [aliases, name],
        [names, name],
        [aliases, core],
        [cores, core],
        [lower, name],
      ] as const
    ) {
      const code = table.get(key);
      if (code !== undefined) return code;
    }
    return null;
  }
}

function indexOf(country: string): CountryIndex {
  const english: Readonly<Record<string, string>> = RENUMBERED.includes(country)
    ? {}
    : cldr.subdivisions.localeDisplayNames.subdivisions;
  const index: CountryIndex = {
    aliases: new Map(),
    names: new Map(),
    cores: new Map(),
    lower: new Map(),
  };
  for (const { code: full, name, parent } of iso31662) {
    if (!full.startsWith(`${country}-`)) continue;
    const code = full.slice(3);
    const spellings = new Set(
      [
        name,
        // "Navarra, Comunidad Foral de"
        name.split(",")[0],
        english[full.replace("-", "").toLowerCase()] ?? name,
      ].map(normalizeName),
    );
    for (const spelling of spellings) {
      if (parent === country) {
        add(index.names, spelling, code);
        add(index.cores, coreOf(spelling), code);
      } else {
        add(index.lower, spelling, code);
        // Not without the kind: "Olomouc Region" is not the district Olomouc.
        add(index.lower, `${spelling} province`, code);
      }
    }
  }
  const aliases = Object.hasOwn(REGION_ALIASES, country)
    ? REGION_ALIASES[country].split(",")
    : [];
  for (const alias of aliases) {
    const [name, code] = alias.split("=");
    add(index.aliases, name, code);
  }
  return index;
}

function add(names: Names, name: string, code: string): void {
  const other = names.get(name);
  names.set(name, other === undefined || other === code ? code : null);
}

function coreOf(name: string): string {
  return name.replace(KINDS, " ").replace(/\s+/g, " ").trim() ||
    name;
}
