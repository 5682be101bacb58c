/** What the URL parser might change in a host or path: escapes, `.` and `..`, `//`, unusual characters. */
const UNUSUAL = /[^\w~!$&'()*+,;=:@./-]|\/[./]/;

/** Length of `https://`; nothing before it can start a path. */
const SCHEME = 8;

/**
 * The path of a request's URL, exactly as `new URL(url).pathname` gives it, runs of slashes made
 * one. Parsing costs more than all else the router does, so a path that the parser would leave
 * alone is cut out of the text. Undefined if the parser had to be asked and refused the URL.
 */
export function pathnameOf(url: string): string | undefined {
  const query = url.indexOf("?");
  const end = query < 0 ? url.length : query;
  const start = url.indexOf("/", SCHEME);
  if (start < 0 || start > end || UNUSUAL.test(url.slice(SCHEME, end))) {
    return URL.parse(url)?.pathname.replace(/\/{2,}/g, "/");
  }
  return url.slice(start, end);
}
