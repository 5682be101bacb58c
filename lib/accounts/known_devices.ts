import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Account } from "./account.ts";
import { randomText } from "./random_text.ts";

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
    const device = randomText(this.#random, 16);
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
