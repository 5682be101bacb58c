import type { Config } from "../config.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { createLog, type Log } from "../../core/log.ts";
import type { Connect } from "../../egress/port_checker.ts";

/**
 * What the services are built from. Tests replace the clock, resolver, store
 * and log.
 */
export interface ServiceDeps {
  config: Config;
  /** The folder of the bundled databases, with a trailing slash. */
  dataRoot: URL;
  /** The program's version, for the User-Agent of downloads. */
  version?: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
  fetch?: typeof globalThis.fetch;
  resolver?: Resolver;
  openKv?: () => Promise<Deno.Kv>;
  /** Whether the program runs on Deno Deploy, which has a database and no disk. */
  isOnDeploy?: boolean;
  /** Cryptographically secure random bytes. */
  random?: (bytes: number) => Uint8Array;
  /** Time limit for every remote source; by default, each has its own. */
  sourceTimeoutMs?: number;
  /** Time limit for each operation of the store, and for charging a request; 2 seconds by default. */
  storeTimeoutMs?: number;
  /** Connects to clients, to check whether they can be reached. */
  connect?: Connect;
  /** log2 of scrypt's N. */
  passwordCost?: number;
  writeLog?: (line: string) => void;
  /**
   * Whether to write to the store, and to poll it and the data, in the
   * background. True by default; otherwise only `close` writes.
   */
  background?: boolean;
}

const encoder = new TextEncoder();

function toStandardError(line: string) {
  Deno.stderr.writeSync(encoder.encode(line + "\n"));
}

/** The services' log. */
export function logOf(
  { config, now = Date.now, writeLog = toStandardError }: ServiceDeps,
): Log {
  return createLog({ level: config.LOG_LEVEL, now, write: writeLog });
}
