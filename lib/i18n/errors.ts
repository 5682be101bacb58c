import type { Language } from "./language.ts";
import { accountErrors } from "./error_texts/account.ts";
import { adminErrors } from "./error_texts/admin.ts";
import { egressErrors, generalErrors } from "./error_texts/general.ts";
import { lookupErrors } from "./error_texts/lookup.ts";
import type { ErrorTexts } from "./error_texts/translation.ts";
import { whoisErrors } from "./error_texts/whois.ts";

const AREAS: readonly ErrorTexts[] = [
  generalErrors,
  accountErrors,
  adminErrors,
  lookupErrors,
  whoisErrors,
  egressErrors,
];

/**
 * An error's sentence in the language of a page. Errors are written in English,
 * which every interface for programs speaks; one without a translation is shown
 * as it is.
 */
export function errorText(language: Language, message: string): string {
  if (language === "en") return message;
  for (const { sentences, patterns } of AREAS) {
    if (Object.hasOwn(sentences, message)) return sentences[message];
    for (const [english, chinese] of patterns) {
      if (english.test(message)) return message.replace(english, chinese);
    }
  }
  return message;
}

/** Why a form was not taken, as its page shows it. */
export interface FormError {
  /** The field it is about; null where it is about the whole form. */
  field: string | null;
  /** A sentence, in English. */
  message: string;
}

/** What stands beside a field: the fault, where it is about that field. */
export function fieldError(
  field: string,
  fault: FormError | null | undefined,
): string | undefined {
  return fault?.field === field ? fault.message : undefined;
}
