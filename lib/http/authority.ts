/** A name of 253 characters (RFC 1035 section 2.3.4) with its dot and a port. Pages repeat it, and some are kept for each host that is named. */
export const MAX_AUTHORITY_LENGTH = 260;

// RFC 3986 section 3.2.2 without percent escapes, which no host name has.
const hostAndPort = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=-]+)(?::\d*)?$/i;

/**
 * Whether text is a host with or without a port, as RFC 9110 section 7.2 wants
 * it in a `Host` header: no user, path or query, and a host that `URL` reads.
 */
export function isAuthority(text: string): boolean {
  return text.length <= MAX_AUTHORITY_LENGTH && hostAndPort.test(text) &&
    URL.canParse(`http://${text}/`);
}

/** Strangers choose the names, so a full table is dropped. */
const MAX_REMEMBERED = 64;

/** Makes an `isAuthority` that remembers the valid ones: a server is asked for few, and every request is checked. */
export function createAuthorityCheck(): (text: string) => boolean {
  const valid = new Set<string>();
  return (text) => {
    if (valid.has(text)) return true;
    if (!isAuthority(text)) return false;
    if (valid.size >= MAX_REMEMBERED) valid.clear();
    valid.add(text);
    return true;
  };
}

interface UrlParts {
  /** Host and port as the client wrote them. */
  authority: string;
  /** Still percent-encoded, without the query. */
  pathname: string;
}

/** Host and port of a request's URL as the client wrote them, cut out without parsing, since every request pays for it. */
export function authorityOf(url: string): string {
  const start = url.indexOf("://") + 3;
  const end = url.indexOf("/", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Authority and path of a request's URL, cut out in the same way. */
export function splitUrl(url: string): UrlParts {
  const start = url.indexOf("://") + 3;
  const path = url.indexOf("/", start);
  if (path === -1) return { authority: url.slice(start), pathname: "" };
  const query = url.indexOf("?", path);
  return {
    authority: url.slice(start, path),
    pathname: query === -1 ? url.slice(path) : url.slice(path, query),
  };
}
