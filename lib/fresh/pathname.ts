/** Length of `https://`; nothing before it can start a path. */
const SCHEME = 8;
const DOT = 46, SLASH = 47, QUERY = 63;

/**
 * The path of a request's URL, exactly as `new URL(url).pathname` gives it, runs of slashes made
 * one; undefined if that refuses the URL. Parsing costs more than all else the router does, so a
 * path that the parser would leave alone is cut out of the text.
 */
export function pathnameOf(url: string): string | undefined {
  const start = url.indexOf("/", SCHEME);
  let end = SCHEME;
  for (let last = 0; end < url.length; end++) {
    const code = url.charCodeAt(end);
    if (code === QUERY) break;
    const isDotted = last === SLASH && (code === DOT || code === SLASH);
    if (isDotted || !isPlain(code)) return parsedPathname(url);
    last = code;
  }
  return start < 0 || start > end ? parsedPathname(url) : url.slice(start, end);
}

function parsedPathname(url: string): string | undefined {
  return URL.parse(url)?.pathname.replace(/\/{2,}/g, "/");
}

/** Letters, digits and `&'()*+,-./:;@_`, which the URL parser takes as they are. */
function isPlain(code: number): boolean {
  return code >= 97 && code <= 122 || code >= 38 && code <= 59 ||
    code >= 64 && code <= 90 || code === 95;
}

/** Decodes a path or a part of one; with broken escapes it stays as it is, for the handler to refuse. */
export function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
