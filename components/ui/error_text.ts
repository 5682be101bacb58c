import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { errorText } from "../../lib/i18n/errors.ts";
import { useLanguage } from "./language.ts";

/**
 * Returns the function that formats errors in the page's language. Not in
 * language.ts, which islands import: browsers would load every error's texts.
 */
export function useErrorText(): (params: ErrorParams) => string {
  const language = useLanguage();
  return (params) => errorText(language, params);
}
