import { cookieValues } from "./cookies.ts";
import { isOverHttps } from "./over_https.ts";

/** Half a year from the last sign-in. */
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60;

const NAME = "porthole_device_";

/** The cookie by which a browser is known to one account. */
export interface DeviceCookie {
  /** The certificates that the browser has for it. */
  read(headers: Headers): string[];
  /** The `Set-Cookie` that keeps a certificate in the browser. */
  set(certificate: string): string;
  /** The `Set-Cookie` that takes it out again. */
  clear(): string;
}

/**
 * The device cookie of an account on the host of a request. Each account has one
 * of its own, so that the members of a family do not displace one another.
 * `__Host-` keeps other hosts from planting it, as with the session cookie.
 */
export function deviceCookieOf(
  url: URL,
  baseUrl: URL | undefined,
  accountId: string,
): DeviceCookie {
  const isSecure = isOverHttps(url, baseUrl);
  const name = `${isSecure ? "__Host-" : ""}${NAME}${accountId.slice(0, 8)}`;
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${
    isSecure ? "; Secure" : ""
  }`;
  return {
    read: (headers) => cookieValues(headers, name),
    set: (certificate) =>
      `${name}=${certificate}${attributes}; Max-Age=${MAX_AGE_SECONDS}`,
    clear: () => `${name}=${attributes}; Max-Age=0`,
  };
}

/** Whether a browser is known to any account: only then is it worth a look at the store. */
export function hasDeviceCookie(headers: Headers): boolean {
  return headers.get("cookie")?.includes(NAME) ?? false;
}
