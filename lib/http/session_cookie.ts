import { isOverHttps } from "./over_https.ts";

/** As long as a session, which is begun anew with every use. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
/** A value is shorter; the rest is not worth looking at. */
const MAX_VALUE_LENGTH = 200;
/** Each costs a look at the store. */
const MAX_VALUES = 3;

/** The session cookie of one host: its name, and the header lines that set it. */
export interface SessionCookie {
  readonly name: string;
  /** What the browser has that could be a session: three values at most, in their order. */
  read(headers: Headers): string[];
  /** The `Set-Cookie` that keeps a session's value in the browser. */
  set(value: string): string;
  /** The `Set-Cookie` that takes it out again. */
  clear(): string;
}

// The prefix binds the cookie to this very host and to HTTPS: no sub-domain and
// no one on the wire can plant a session of theirs (RFC 6265bis section 4.1.3).
const secureCookie = createCookie("__Host-porthole", true);
// Without HTTPS a browser would refuse it. That is a box in its own network.
const plainCookie = createCookie("porthole_session", false);

/** The session cookie for a request: the one bound to HTTPS where the browser uses it. */
export function sessionCookieOf(url: URL, baseUrl?: URL): SessionCookie {
  return isOverHttps(url, baseUrl) ? secureCookie : plainCookie;
}

function createCookie(name: string, isSecure: boolean): SessionCookie {
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${
    isSecure ? "; Secure" : ""
  }`;
  return {
    name,
    read: (headers) => valuesOf(headers.get("cookie") ?? "", name),
    set: (value) => `${name}=${value}${attributes}; Max-Age=${MAX_AGE_SECONDS}`,
    clear: () => `${name}=${attributes}; Max-Age=0`,
  };
}

/**
 * The values of a cookie in a `Cookie` header (RFC 6265 section 4.2.1), which
 * holds several of one name where they were set for different paths or domains.
 * What a session never has is left out.
 */
function valuesOf(header: string, name: string): string[] {
  const values: string[] = [];
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    if (value.length > MAX_VALUE_LENGTH || !/^[\w.~-]+$/.test(value)) continue;
    values.push(value);
    if (values.length === MAX_VALUES) break;
  }
  return values;
}
