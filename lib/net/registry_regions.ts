import type { Rir } from "./allocations.ts";

/**
 * The service regions of the regional internet registries, as ISO 3166-1
 * alpha-2 codes, from the lists that the registries publish (2026-11). Antarctica
 * belongs to ARIN's region.
 */
const REGIONS: Readonly<Record<Rir, string>> = {
  AFRINIC:
    "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW",
  APNIC:
    "AF AS AU BD BN BT CC CK CN CX FJ FM GU HK ID IN IO JP KH KI KP KR LA LK MH MM MN MO MP MV MY NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TF TH TK TL TO TV TW VN VU WF WS",
  ARIN:
    "AG AI AQ BB BL BM BS BV CA DM GD GP HM JM KN KY LC MF MQ MS PM PR SH TC UM US VC VG VI",
  LACNIC:
    "AR AW BO BQ BR BZ CL CO CR CU CW DO EC FK GF GS GT GY HN HT MX NI PA PE PY SR SV SX TT UY VE",
  RIPE:
    "AD AE AL AM AT AX AZ BA BE BG BH BY CH CY CZ DE DK EE ES FI FO FR GB GE GG GI GL GR HR HU IE IL IM IQ IR IS IT JE JO KG KW KZ LB LI LT LU LV MC MD ME MK MT NL NO OM PL PS PT QA RO RS RU SA SE SI SJ SK SM SY TJ TM TR UA UZ VA XK YE",
};

const rirs: ReadonlyMap<string, Rir> = new Map(
  (Object.keys(REGIONS) as Rir[]).flatMap((rir) =>
    REGIONS[rir].split(" ").map((code) => [code, rir] as const)
  ),
);

/**
 * The regional registry whose service region contains a country; undefined for
 * an unknown code.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 */
export function registryOfCountry(countryCode: string): Rir | undefined {
  return rirs.get(countryCode);
}
