import { codeOfCountry } from "./country_names.ts";
import type { Region } from "./region_facts.ts";

const CODE = /^[A-Z]{2}$/;

/**
 * Reads a payload of an ip2region file: `country|province|city|ISP|ISO2` in
 * files of structure 3, `country|area|province|city|ISP` in those of structure
 * 2, where `0` stands for unknown. Payloads are free text to the format, so the
 * last field decides where it does not fit the structure.
 */
export function regionOfText(text: string, structure: number): Region {
  const fields = text.split("|");
  const [country, second, third, fourth, last] = fields;
  if (fields.length < 5 || isNewLayout(country, last, structure)) {
    const countryCode = last && CODE.test(last) ? last : undefined;
    return { country, countryCode, province: second, city: third, isp: fourth };
  }
  return { country, province: third, city: fourth, isp: last };
}

function isNewLayout(
  country: string,
  last: string,
  structure: number,
): boolean {
  if (structure === 3) return last === "" || last === "0" || CODE.test(last);
  // An ISP can be called by two letters as well: KT is in Korea, KR.
  return CODE.test(last) &&
    (codeOfCountry(country) === last ||
      country === "中国" && /^(?:HK|MO|TW)$/.test(last));
}
