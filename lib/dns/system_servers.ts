import { DnsError } from "./dns_error.ts";
import type { NameServer } from "./name_server.ts";
import { parseResolvConf } from "./resolv_conf.ts";

export interface SystemServersOptions {
  /** The text of `/etc/resolv.conf`. */
  read: () => Promise<string>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A machine changes its network; nobody notices a few seconds. */
const REREAD_MS = 5000;

/** The name servers of the machine, as they are at the time. */
export class SystemServers {
  readonly #read: () => Promise<string>;
  readonly #now: () => number;
  #servers: Promise<readonly NameServer[]> | undefined;
  #readAt = 0;

  constructor({ read, now }: SystemServersOptions) {
    this.#read = read;
    this.#now = now;
  }

  /** @throws {DnsError} `no servers` where they cannot be read, as on a system without the file */
  current(): Promise<readonly NameServer[]> {
    const age = this.#now() - this.#readAt;
    // A clock that was set back must not keep old ones for good.
    if (this.#servers && age >= 0 && age < REREAD_MS) return this.#servers;
    this.#readAt = this.#now();
    return this.#servers = this.#load();
  }

  async #load(): Promise<readonly NameServer[]> {
    try {
      return parseResolvConf(await this.#read());
    } catch (cause) {
      const message = "the system's name servers cannot be read";
      throw new DnsError("no servers", message, { cause });
    }
  }
}
