import { scrypt as nodeScrypt, timingSafeEqual } from "node:crypto";
import { ExpiringCache } from "../../core/cache.ts";
import {
  type Caller,
  type ClientKey,
  INTERNAL_CLIENT,
} from "../../core/fair_queue.ts";
import {
  type Permit,
  Semaphore,
  type WaitOptions,
} from "../../core/semaphore.ts";
import { normalizedPassword } from "../account_record.ts";

interface StoredPassword {
  /** log2 of scrypt's N. */
  readonly ln: number;
  /** 16 bytes. */
  readonly salt: Uint8Array;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Hashes at the same time. */
const MAX_AT_ONCE = 2;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Keeps a stored record from making a sign-in cost gigabytes: 2^17 takes 128
 * MiB.
 */
const MAX_LN = 17;
const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=8,p=1\$([\w-]{22})\$([\w-]{43})$/;

/** Formats a hash like a PHC string: `$scrypt$ln=15,r=8,p=1$salt$key`. */
export function storedPasswordText({ ln, salt, key }: StoredPassword): string {
  return `$scrypt$ln=${ln},r=8,p=1$${textOf(salt)}$${textOf(key)}`;
}

/** Parses a stored hash; null if the text is malformed. */
export function asStoredPassword(text: string): StoredPassword | null {
  const [, cost, salt, key] = PATTERN.exec(text) ?? [];
  const ln = Number(cost);
  if (key === undefined || ln < 1 || ln > MAX_LN) return null;
  return { ln, salt: bytesOf(salt), key: bytesOf(key) };
}

function textOf(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.fromBase64(text, { alphabet: "base64url" });
}

/** The cost parameters of RFC 7914. */
export interface ScryptCost {
  N: number;
  r: number;
  p: number;
  /** Bytes. */
  maxmem: number;
}

export type Scrypt = (
  password: string,
  salt: Uint8Array,
  keyBytes: number,
  cost: ScryptCost,
) => Promise<Uint8Array>;

export interface PasswordHasherOptions {
  random: (bytes: number) => Uint8Array;
  now: () => number;
  maxWaiting?: number;
  /** The longest wait for a permit. */
  waitMs?: number;
  /** log2 of scrypt's N. */
  ln?: number;
  scrypt?: Scrypt;
}

/**
 * For callers without a client: the command line, the start, and
 * administrators.
 */
const INTERNAL_CALLER: Caller = {
  client: INTERNAL_CLIENT,
  signal: new AbortController().signal,
};

/** The client whose password is checked. */
export interface PasswordCaller extends Caller {
  /** Whether the account knows the browser, by its device cookie. */
  readonly isKnownDevice?: boolean;
}

const MEMORY_MS = 10 * 60_000;
const MAX_CLIENTS = 10_000;
const FAILURE = Object.freeze({});

/** Clients that have sent a wrong password in the last ten minutes. */
export class RecentFailures {
  readonly #now: () => number;
  readonly #clients: ExpiringCache<object>;

  constructor({ now }: { now: () => number }) {
    this.#now = now;
    this.#clients = new ExpiringCache({ maxWeight: MAX_CLIENTS, now });
  }

  has({ group }: ClientKey): boolean {
    return this.#clients.get(group) !== undefined;
  }

  /**
   * Remembers a wrong password. A correct one later does not clear it, because an
   * attacker can have an account too.
   */
  add({ group }: ClientKey): void {
    this.#clients.set(group, FAILURE, this.#now() + MEMORY_MS);
  }
}

/**
 * Hashes passwords with scrypt, in threads outside the event loop. A hash takes
 * about 80 ms and 32 MiB, so only a few run at the same time. Waiting clients
 * take turns. Clients that have sent a wrong password recently share one
 * permit, so that guesses from many addresses delay nobody else.
 */
export class PasswordHasher {
  readonly #options: Required<
    Pick<PasswordHasherOptions, "random" | "waitMs" | "ln" | "scrypt">
  >;
  readonly #work: Semaphore;
  /**
   * Permits for browsers that the account knows, so that they don't wait behind
   * guessing strangers.
   */
  readonly #reserved: Semaphore;
  readonly #failures: RecentFailures;
  /**
   * Clients with recent failures share one permit of `#work`, and leave the
   * rest to all others.
   */
  readonly #retries: Semaphore;
  readonly #standIn: StoredPassword;

  constructor(
    {
      now,
      maxWaiting = 256,
      waitMs = 30_000,
      ln = 15,
      scrypt = onThread,
      ...options
    }: PasswordHasherOptions,
  ) {
    this.#options = { ...options, waitMs, ln, scrypt };
    this.#work = new Semaphore({ permits: MAX_AT_ONCE, maxWaiting });
    this.#reserved = new Semaphore({ permits: 1, maxWaiting });
    this.#failures = new RecentFailures({ now });
    this.#retries = new Semaphore({ permits: 1, maxWaiting });
    this.#standIn = {
      ln,
      salt: new Uint8Array(SALT_BYTES),
      key: new Uint8Array(KEY_BYTES),
    };
  }

  /**
   * Hashes a password for storage. @throws {AppError} 503 if too many callers
   * wait; the signal's reason
   */
  async hash(password: string, caller?: Caller): Promise<string> {
    const { ln, random } = this.#options;
    const salt = random(SALT_BYTES);
    const key = await this.#key(password, { ln, salt }, caller);
    return storedPasswordText({ ln, salt, key });
  }

  /**
   * Whether a password matches a stored hash.
   *
   * @param stored null if there is no account: takes the same time, so that it
   * doesn't reveal this, and returns false
   * @throws {AppError} 503 if too many callers wait; the signal's reason
   */
  async verify(
    password: string,
    stored: string | null,
    caller?: PasswordCaller,
  ): Promise<boolean> {
    const parsed = stored === null ? null : asStoredPassword(stored);
    const expected = parsed ?? this.#standIn;
    const key = await this.#key(password, expected, caller);
    const isRight = timingSafeEqual(key, expected.key) && parsed !== null;
    if (!isRight && caller && !caller.isKnownDevice) {
      this.#failures.add(caller.client);
    }
    return isRight;
  }

  async #key(
    password: string,
    { ln, salt }: Pick<StoredPassword, "ln" | "salt">,
    caller: PasswordCaller = INTERNAL_CALLER,
  ): Promise<Uint8Array> {
    const [N, r, p] = [2 ** ln, 8, 1];
    // scrypt itself takes 128 * N * r; the rest is small.
    const cost = { N, r, p, maxmem: 2 * 128 * N * r };
    using _permit = await this.#permit(caller);
    return await this.#options.scrypt(
      normalizedPassword(password),
      salt,
      KEY_BYTES,
      cost,
    );
  }

  async #permit(caller: PasswordCaller): Promise<Permit> {
    const limit: WaitOptions = {
      timeoutMs: this.#options.waitMs,
      busy: [{ reason: "password_checks_busy" }, 5],
    };
    if (caller.isKnownDevice) {
      return await this.#reserved.acquire(caller, limit);
    }
    using permits = new DisposableStack();
    if (this.#failures.has(caller.client)) {
      permits.use(await this.#retries.acquire(caller, limit));
    }
    permits.use(await this.#work.acquire(caller, limit));
    return permits.move();
  }
}

function onThread(
  password: string,
  salt: Uint8Array,
  keyBytes: number,
  cost: ScryptCost,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) =>
    nodeScrypt(
      password,
      salt,
      keyBytes,
      cost,
      (fault, key) => fault ? reject(fault) : resolve(key),
    )
  );
}
