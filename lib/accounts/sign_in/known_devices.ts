import { cookieValues } from "../../http/cookies.ts";
import { isOverHttps } from "../../http/hosts.ts";
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Account } from "../account.ts";
import { randomBase64Url } from "../../core/text.ts";

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

export interface KnownDevicesOptions {
  /** The service's signing key. */
  key: Uint8Array;
  random: (bytes: number) => Uint8Array;
}

/** What a certificate is made for. */
type Owner = Pick<Account, "id" | "passwordHash">;

// A device id is 16 random bytes in base64url, a signature 32.
const CERTIFICATE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Browsers that an account was signed in from, as OWASP's "device cookies" have
 * them: each gets a certificate, `<device id>.<signature>`, by which its failed
 * sign-ins are counted apart from everybody else's. It opens nothing. It is for
 * one account, holds on every process and after a restart without being stored,
 * and ends when the password changes.
 */
export class KnownDevices {
  readonly #key: Uint8Array;
  readonly #random: (bytes: number) => Uint8Array;

  constructor({ key, random }: KnownDevicesOptions) {
    this.#key = key;
    this.#random = random;
  }

  /** A certificate for a new device of an account that has just signed in. */
  certify(account: Owner): string {
    const device = randomBase64Url(this.#random, 16);
    return `${device}.${this.#signatureOf(device, account)}`;
  }

  /** The id of the first device that an account's certificate was made for; null where there is none. */
  deviceOf(account: Owner, certificates: readonly string[]): string | null {
    for (const text of certificates) {
      const [, device, signature] = CERTIFICATE.exec(text) ?? [];
      if (device === undefined) continue;
      const expected = this.#signatureOf(device, account);
      if (timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) {
        return device;
      }
    }
    return null;
  }

  /** What else the key signs must not pass for a certificate. */
  #signatureOf(device: string, { id, passwordHash }: Owner): string {
    return createHmac("sha256", this.#key)
      .update(`known device ${id} ${device} ${passwordHash}`)
      .digest("base64url");
  }
}
