import { isOverHttps } from "../../http/hosts.ts";
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Account } from "../account_record.ts";
import { randomBase64Url } from "../../core/text.ts";
import { type HostCookie, hostCookie } from "./session.ts";

/** Half a year from the last sign-in. */
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60;

const NAME = "porthole_device_";

/**
 * The device cookie of an account on the host of a request. Each account has
 * its own, so that family members who share a browser don't replace each
 * other's. `__Host-` keeps other hosts from setting it, as with the session
 * cookie.
 */
export function deviceCookieOf(
  url: URL,
  baseUrl: URL | undefined,
  accountId: string,
): HostCookie {
  const isSecure = isOverHttps(url, baseUrl);
  const name = `${isSecure ? "__Host-" : ""}${NAME}${accountId.slice(0, 8)}`;
  return hostCookie(name, isSecure, MAX_AGE_SECONDS);
}

/**
 * Whether a browser has a device cookie of any account. If not, no account has
 * to be read.
 */
export function hasDeviceCookie(headers: Headers): boolean {
  return headers.get("cookie")?.includes(NAME) ?? false;
}

interface KnownDevicesOptions {
  /** The service's signing key. */
  key: Uint8Array;
  random: (bytes: number) => Uint8Array;
}

/** The account that a certificate is for. */
type Owner = Pick<Account, "id" | "passwordHash">;

// A device id is 16 random bytes in base64url, a signature 32.
const CERTIFICATE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Browsers that have signed in to an account before: OWASP's "device cookies".
 * Each gets a certificate, `<device id>.<signature>`, so that its failed
 * sign-ins are counted separately from everybody else's. A certificate does not
 * sign anyone in. It is valid for one account, in every process and after a
 * restart, without being stored. It becomes invalid when the password changes.
 */
export class KnownDevices {
  constructor(private readonly options: KnownDevicesOptions) {}

  /** A certificate for a new device of an account that has just signed in. */
  certify(account: Owner): string {
    const device = randomBase64Url(this.options.random, 16);
    return `${device}.${this.#signatureOf(device, account)}`;
  }

  /**
   * The device id of the first certificate that is valid for an account; null
   * if none is.
   */
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

  /** Keeps other texts that the key signs from passing as certificates. */
  #signatureOf(device: string, { id, passwordHash }: Owner): string {
    return createHmac("sha256", this.options.key)
      .update(`known device ${id} ${device} ${passwordHash}`)
      .digest("base64url");
  }
}
