import { cookieValues } from "./cookies.ts";
import { isOverHttps } from "./over_https.ts";

/** As long as a session, which is begun anew with every use. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** The session cookie of one host: its name, and the header lines that set it. */
export interface SessionCookie {
  readonly name: string;
  /** What the browser has that could be a session: each costs a look at the store. */
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
    read: (headers) => cookieValues(headers, name),
    set: (value) => `${name}=${value}${attributes}; Max-Age=${MAX_AGE_SECONDS}`,
    clear: () => `${name}=${attributes}; Max-Age=0`,
  };
}
