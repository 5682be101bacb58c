import type { Config } from "../config.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { createLog, type Log } from "../../core/log.ts";
import type { Connect } from "../../egress/port_checker.ts";

/** What services are built from. A test replaces the outside world: clock, resolver, store, log. */
export interface ServiceDeps {
  config: Config;
  /** The folder of the bundled databases, with a slash at the end. */
  dataRoot: URL;
  /** Of the program, for those it downloads data from. */
  version?: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
  fetch?: typeof globalThis.fetch;
  resolver?: Resolver;
  openKv?: () => Promise<Deno.Kv>;
  /** Bytes that nobody can guess. */
  random?: (bytes: number) => Uint8Array;
  /** The longest each remote source is waited for; by default each has its own limit. */
  sourceTimeoutMs?: number;
  /** To clients, to see whether they can be reached. */
  connect?: Connect;
  /** log2 of scrypt's N. */
  passwordCost?: number;
  writeLog?: (line: string) => void;
  /**
   * Whether memory is written to the store, and the store looked at for what
   * others wrote, at intervals; yes by default. Otherwise `close` alone writes.
   */
  background?: boolean;
}

const encoder = new TextEncoder();

function toStandardError(line: string) {
  Deno.stderr.writeSync(encoder.encode(line + "\n"));
}

/** The log that services write. */
export function logOf(
  { config, now = Date.now, writeLog = toStandardError }: ServiceDeps,
): Log {
  return createLog({ level: config.LOG_LEVEL, now, write: writeLog });
}
