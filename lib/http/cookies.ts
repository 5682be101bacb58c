/** In characters. No cookie of this site is longer. */
const MAX_VALUE_LENGTH = 200;
const MAX_VALUES = 3;

/**
 * The values of a cookie in a request (RFC 6265 section 4.2.1), in order, up to
 * three. A name occurs several times if it was set for different paths or
 * domains. Values that this site can't have set are left out.
 */
export function cookieValues(headers: Headers, name: string): string[] {
  const values: string[] = [];
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    if (value.length > MAX_VALUE_LENGTH || !/^[\w.~-]+$/.test(value)) continue;
    values.push(value);
    if (values.length === MAX_VALUES) break;
  }
  return values;
}
