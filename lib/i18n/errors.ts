import type { ErrorParams, ErrorReasons } from "../core/error_reasons.ts";
import { accountErrors, adminErrors } from "./errors/account.ts";
import type { ErrorTexts } from "./errors/error_texts.ts";
import { formErrors, requestErrors } from "./errors/request.ts";
import { lookupErrors } from "./errors/lookup.ts";
import { ipInfoErrors, targetErrors } from "./errors/target.ts";
import { tokenErrors } from "./errors/token.ts";
import { egressErrors, whoisErrors } from "./errors/whois.ts";
import type { Language } from "./language.ts";

/** Checked by the compiler: every reason must have a text in every language. */
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

/** The sentence of an error. APIs always use English. */
export function errorText(language: Language, params: ErrorParams): string {
  // The type of the catalogue guarantees that the text takes these parameters.
  const text = TEXTS[params.reason][language] as
    | string
    | ((params: ErrorParams) => string);
  return typeof text === "string" ? text : text(params);
}

/** An error of a submitted form, to be shown on its page. */
export interface FormError {
  /** The field to correct; null for an error of the whole form. */
  field: string | null;
  params: ErrorParams;
}

/** The parameters of a form error if it concerns the given field. */
export function fieldError(
  field: string,
  error: FormError | null | undefined,
): ErrorParams | undefined {
  return error?.field === field ? error.params : undefined;
}
