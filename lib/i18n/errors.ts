import type { ErrorParams, RegistryFailure } from "../core/error_reasons.ts";
import en from "../core/errors/en.json" with { type: "json" };
import zh from "../core/errors/zh.json" with { type: "json" };
import { formatText } from "./format.ts";
import type { Catalogue, Language } from "./language.ts";

/** Checked by the compiler: every reason must have a text in every language. */
const TEXTS: Catalogue<typeof en> = { en, zh };

/** The sentence of an error. APIs always use English. */
export function errorText(language: Language, params: ErrorParams): string {
  const text = TEXTS[language].reasons[params.reason];
  return formatText(
    text,
    params,
    (value, name) => valueText(language, name, value),
  );
}

/** A parameter in a sentence. Names have units: `untilMs` is a time. */
function valueText(language: Language, name: string, value: unknown): string {
  if (typeof value === "number") {
    return name.endsWith("Ms") ? isoTime(value) : String(value);
  }
  const isEnglish = language === "en";
  switch (name) {
    // The name of a reserved block, if it has one.
    case "block":
      return value === null ? "" : isEnglish ? ` (${value})` : `（${value}）`;
    case "extendedErrors": {
      const codes = value as readonly number[];
      const texts = codes.map((code) => extendedErrorText(language, code));
      if (texts.length === 0) return "";
      return isEnglish ? `: ${texts.join("; ")}` : `：${texts.join("；")}`;
    }
    case "failure":
      return TEXTS[language].registryFailures[value as RegistryFailure];
    default:
      return Array.isArray(value)
        ? value.join(isEnglish ? ", " : "、")
        : String(value);
  }
}

/**
 * An extended DNS error in words, without a period. The texts are in the order of
 * the codes (IANA "Extended DNS Error Codes", 2026-01; most of them RFC 8914
 * section 4).
 */
export function extendedErrorText(language: Language, code: number): string {
  const other = language === "en" ? "extended error" : "扩展错误";
  return TEXTS[language].extendedDnsErrors[code] ?? `${other} ${code}`;
}

/** Formats a time as ISO 8601 in whole seconds, rounded up so that a wait never seems shorter. */
function isoTime(timeMs: number): string {
  const whole = Math.ceil(timeMs / 1000) * 1000;
  return new Date(whole).toISOString().replace(".000Z", "Z");
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
