import type { ErrorParams, ErrorReasons } from "../core/error_reasons.ts";
import { accountErrors } from "./errors/account.ts";
import { adminErrors } from "./errors/admin.ts";
import type { ErrorTexts } from "./errors/error_texts.ts";
import { formErrors, requestErrors } from "./errors/request.ts";
import { lookupErrors } from "./errors/lookup.ts";
import { ipInfoErrors, targetErrors } from "./errors/target.ts";
import { tokenErrors } from "./errors/token.ts";
import { egressErrors, whoisErrors } from "./errors/whois.ts";
import type { Language } from "./language.ts";

/** Complete by its type: a reason without a text in some language does not compile. */
const TEXTS: ErrorTexts<ErrorReasons> = {
  ...requestErrors,
  ...formErrors,
  ...accountErrors,
  ...tokenErrors,
  ...adminErrors,
  ...targetErrors,
  ...ipInfoErrors,
  ...lookupErrors,
  ...whoisErrors,
  ...egressErrors,
};

/** The sentence of an error in a language. Interfaces for programs speak English. */
export function errorText(language: Language, params: ErrorParams): string {
  // The type of the catalogue ties each text to the parameters of its reason.
  const text = TEXTS[params.reason][language] as
    | string
    | ((params: ErrorParams) => string);
  return typeof text === "string" ? text : text(params);
}

/** Why a form was not accepted, as its page shows it. */
export interface FormError {
  /** The field to correct; null if it is about the whole form. */
  field: string | null;
  params: ErrorParams;
}

/** What is shown beside a field: the error, if it is about that field. */
export function fieldError(
  field: string,
  error: FormError | null | undefined,
): ErrorParams | undefined {
  return error?.field === field ? error.params : undefined;
}
