import type { ErrorParams } from "../core/error_reasons.ts";

/** The function that a JSONP response calls; null if the query names none. */
type Callback =
  | { readonly ok: true; readonly name: string | null }
  | { readonly ok: false; readonly params: ErrorParams };

const MAX_LENGTH = 128;
const CHAIN = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** The reserved words of ECMAScript, including those of strict mode and modules. */
const RESERVED = new Set(
  ("await break case catch class const continue debugger default delete do " +
    "else enum export extends false finally for function if implements import " +
    "in instanceof interface let new null package private protected public " +
    "return static super switch this throw true try typeof var void while " +
    "with yield").split(" "),
);

/**
 * Parses the `callback` of a query: ASCII identifiers joined by dots, without
 * reserved words, up to 128 characters. The name is executed as code on another
 * site's page, so anything but a name is refused.
 */
export function parseCallback(value: string | null): Callback {
  if (value === null) return { ok: true, name: null };
  const params = callbackError(value);
  return params === null ? { ok: true, name: value } : { ok: false, params };
}

function callbackError(value: string): ErrorParams | null {
  if (value === "") return { reason: "callback_empty" };
  if (value.length > MAX_LENGTH) {
    return { reason: "callback_too_long", max: MAX_LENGTH };
  }
  if (!CHAIN.test(value)) return { reason: "callback_malformed" };
  return value.split(".").some((segment) => RESERVED.has(segment))
    ? { reason: "callback_reserved" }
    : null;
}

/**
 * The script that calls the function with `value`.
 *
 * The comment keeps the caller from choosing the first bytes, which could be
 * sniffed as Flash (CVE-2014-4671). U+2028 and U+2029 end a line in older
 * versions of JavaScript, and `<` could open a tag if the body is taken for HTML.
 */
export function jsonpBody(name: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `/**/${name}(${json});`;
}
