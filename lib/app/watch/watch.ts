import { parseJson } from "../../core/json.ts";
import { setTimeout as timer } from "node:timers/promises";
import { UsageError } from "../commands/output.ts";
import { parseHttpUrl } from "../config.ts";
import { createAddressQuery, type Family } from "./address_query.ts";
import {
  AddressWatcher,
  type AddressWatcherDeps,
  MIN_INTERVAL_MS,
  type ReportedAddresses,
} from "./address_watcher.ts";
import { type Action, callWebhook, runProgram } from "./change_actions.ts";
import * as z from "zod";
import { ifExists, replaceFile } from "../../data/update/durable_file.ts";
import { parseIpv4, parseIpv6 } from "../../net/ip_address.ts";

/** The options of `watch` as given. */
export interface WatchOptions {
  server?: readonly string[];
  webhook?: string;
  family?: string;
  interval?: string;
  state?: string;
  once?: boolean;
  json?: boolean;
}

interface WatchDeps extends Pick<AddressWatcherDeps, "now" | "random"> {
  out: (text: string) => unknown;
  err: (text: string) => unknown;
  signal: AbortSignal;
  sleep?: AddressWatcherDeps["sleep"];
}

const DEFAULT_INTERVAL = "300";
const MAX_INTERVAL_S = 86_400;

/**
 * Runs `watch`. Returns the exit status.
 *
 * @param program the program to run with its arguments; empty for none
 * @throws {UsageError}
 * @throws {Error} for the operator if the state file cannot be used
 */
export async function watch(
  program: readonly string[],
  options: WatchOptions,
  { out, err, signal, now, random, sleep = sleepUnlessAborted }: WatchDeps,
): Promise<0 | 1> {
  const { state, once = false, json = false } = options;
  const query = createAddressQuery(serversOf(options.server));
  const families = familiesOf(options.family);
  const intervalMs = intervalOf(options.interval);
  const actions: Action[] = [];
  if (program.length > 0) {
    await checkRunPermission(program[0]);
    actions.push(runProgram(program));
  }
  if (options.webhook !== undefined) {
    actions.push(callWebhook(webhookOf(options.webhook), now));
  }
  const watcher = new AddressWatcher({
    query,
    families,
    reported: state === undefined ? {} : await readState(state),
    print: (change) => {
      const { family, address, previous } = change;
      const line = `IPv${family} ${address} ${previous ?? "-"}`;
      out(`${json ? JSON.stringify(change) : line}\n`);
    },
    async act(change, signal) {
      for (const action of actions) await action(change, signal);
    },
    save: async ({ 4: ipv4, 6: ipv6 }) => {
      const text = JSON.stringify({ ipv4, ipv6 }) + "\n";
      if (state !== undefined) await replaceFile(state, text);
    },
    note: (message) => err(`porthole: ${message}\n`),
    intervalMs,
    now,
    random,
    sleep,
  });
  if (once) return await watcher.once(signal) ? 0 : 1;
  await watcher.run(signal);
  return 0;
}

function serversOf(given: readonly string[] = []): URL[] {
  if (given.length === 0) throw new UsageError("watch: missing --server");
  return given.map((text) => {
    const url = parseHttpUrl(text);
    if (!url) throw new UsageError("--server must be an http or https URL");
    return url;
  });
}

/** Plain HTTP only to this machine: elsewhere the address could be changed on its way. */
function webhookOf(text: string): URL {
  const url = parseHttpUrl(text);
  if (url?.protocol === "https:") return url;
  const isLoopback = url !== null &&
    /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!isLoopback) {
    throw new UsageError(
      "--webhook must be an https URL, or an http URL on this machine",
    );
  }
  return url;
}

function familiesOf(text: string | undefined): readonly Family[] {
  if (text === undefined) return [4, 6];
  if (text === "4") return [4];
  if (text === "6") return [6];
  throw new UsageError("--family must be 4 or 6");
}

function intervalOf(text = DEFAULT_INTERVAL): number {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  const min = MIN_INTERVAL_MS / 1000;
  if (seconds >= min && seconds <= MAX_INTERVAL_S) return seconds * 1000;
  throw new UsageError(
    `--interval must be a whole number from ${min} to ${MAX_INTERVAL_S}`,
  );
}

/** `serve` has no permission to run programs, so most ways to start lack it. */
async function checkRunPermission(program: string): Promise<void> {
  const { state } = await Deno.permissions.query({
    name: "run",
    command: program,
  });
  if (state !== "granted") {
    throw new UsageError(
      `watch may not run ${program}; use "deno task watch", or --webhook`,
    );
  }
}

async function sleepUnlessAborted(
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await timer(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const state = z.strictObject({
  ipv4: z.string().refine((text) => parseIpv4(text) !== null).optional(),
  ipv6: z.string().refine((text) => parseIpv6(text) !== null).optional(),
});

/**
 * The addresses that an earlier run reported; none if there is no file.
 *
 * @throws {Error} for the operator if the file is another one, which must not be
 * overwritten
 */
async function readState(path: string): Promise<ReportedAddresses> {
  const text = await ifExists(Deno.readTextFile(path));
  if (text === null) return {};
  const { data } = state.safeParse(parseJson(text));
  if (!data) throw new Error(`${path} is not a state file of watch.`);
  return { 4: data.ipv4, 6: data.ipv6 };
}
