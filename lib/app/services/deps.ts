import type { Config } from "../config.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { createLog, describeError, type Log } from "../../core/log.ts";
import type { SharedFiles } from "../../data/shared_files.ts";
import type { Connect } from "../../egress/port_checker.ts";
import type { OperatorLog } from "../../store/write_behind.ts";

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
  now?: () => number;
  /** Milliseconds since any moment; never jumps. By default `now`, if it is given. */
  elapsed?: () => number;
  fetch?: typeof globalThis.fetch;
  resolver?: Resolver;
  openKv?: () => Promise<Deno.Kv>;
  /** Whether the program runs on Deno Deploy, which has a database and no disk. */
  isOnDeploy?: boolean;
  /** Cryptographically secure random bytes. */
  random?: (bytes: number) => Uint8Array;
  /** The files of tables that are in memory already. */
  files?: SharedFiles;
  /** Time limit for every remote source and the cache of their findings; by default, each has its own. */
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

/** What the services of every room are built from: `ServiceDeps` with its defaults. */
export type Base =
  & ServiceDeps
  & Required<
    Pick<
      ServiceDeps,
      "version" | "now" | "elapsed" | "fetch" | "random" | "background"
    >
  >
  & {
    log: Log;
    /** Logs what the operator should know, with its cause. */
    warn: OperatorLog;
  };

/** Adds the defaults, and the log. */
export function baseOf(deps: ServiceDeps): Base {
  const {
    now = Date.now,
    writeLog = (line) =>
      void Deno.stderr.writeSync(encoder.encode(line + "\n")),
  } = deps;
  const { LOG_LEVEL: level } = deps.config;
  const log = createLog({ level, now, write: writeLog });
  return {
    ...deps,
    version: deps.version ?? "0",
    now,
    elapsed: deps.elapsed ?? deps.now ?? (() => performance.now()),
    fetch: deps.fetch ?? globalThis.fetch,
    random: deps.random ??
      ((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
    background: deps.background ?? true,
    log,
    warn: (message, cause) =>
      log.warn(message, {
        error: cause === undefined ? undefined : describeError(cause),
      }),
  };
}

const encoder = new TextEncoder();
