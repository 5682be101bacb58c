import { AppError } from "../../http/errors.ts";
import type { Language } from "../../shared/language.ts";
import { lookupTexts } from "../../shared/texts/lookup.ts";
import { type AskedText, parseDnsQuery } from "./dns_query.ts";
import { lookupPath } from "./lookup_path.ts";

/** Another mode that takes what was typed, where the one chosen does not. */
export interface Suggestion {
  label: string;
  path: string;
}

/** The mode that a refused text would fit; null where there is none. */
export function suggestionFor(
  asked: AskedText,
  language: Language = "en",
): Suggestion | null {
  if (asked.dnsType === null) return null;
  try {
    const query = parseDnsQuery({ ...asked, dnsType: null });
    if (query.dnsType === asked.dnsType) return null;
    return {
      label: lookupTexts[language].modes[query.dnsType].label,
      path: lookupPath(query),
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
