import type { Language } from "../language.ts";
import { accountErrors } from "./errors/account.ts";
import { adminErrors } from "./errors/admin.ts";
import { egressErrors } from "./errors/egress.ts";
import { generalErrors } from "./errors/general.ts";
import { lookupErrors } from "./errors/lookup.ts";
import type { ErrorTexts } from "./errors/translation.ts";
import { whoisErrors } from "./errors/whois.ts";

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
