import { withDeadline } from "../../core/deadline.ts";
import { fetchTransport, send } from "../../core/outbound.ts";
import type { AddressChange } from "./address_watcher.ts";

/** Acts on a change. Rejects with a message for the operator. */
export type Action = (
  change: AddressChange,
  signal: AbortSignal,
) => Promise<void>;

interface RunLimits {
  timeoutMs: number;
  /** How long it has to end after SIGTERM, before SIGKILL. */
  graceMs: number;
}

const RUN_LIMITS: RunLimits = { timeoutMs: 60_000, graceMs: 5_000 };
const WEBHOOK_TIMEOUT_MS = 10_000;

/**
 * Runs a program, without a shell, with the address and the family as further
 * arguments and in its environment. It fails if its exit status is not 0.
 */
export function runProgram(
  [program, ...args]: readonly string[],
  { timeoutMs, graceMs }: RunLimits = RUN_LIMITS,
): Action {
  return async ({ family, address, previous }, signal) => {
    signal.throwIfAborted();
    const command = new Deno.Command(program, {
      args: [...args, address, String(family)],
      env: {
        PORTHOLE_ADDRESS: address,
        PORTHOLE_FAMILY: String(family),
        PORTHOLE_PREVIOUS: previous ?? "",
      },
      stdin: "null",
      stdout: "inherit",
      stderr: "inherit",
    });
    const child = spawned(command, program);
    let failure: string | undefined;
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    const end = (reason: string) => {
      if (failure !== undefined) return;
      failure = reason;
      tryKill(child, "SIGTERM");
      graceTimer = setTimeout(() => tryKill(child, "SIGKILL"), graceMs);
    };
    const onAbort = () => end("was stopped");
    signal.addEventListener("abort", onAbort);
    const timer = setTimeout(
      () => end(`ran for more than ${timeoutMs / 1000} seconds`),
      timeoutMs,
    );
    try {
      const { success, code } = await child.status;
      if (success && failure === undefined) return;
      throw new Error(`${program} ${failure ?? `exited with ${code}`}`);
    } finally {
      clearTimeout(timer);
      clearTimeout(graceTimer);
      signal.removeEventListener("abort", onAbort);
    }
  };
}

function spawned(command: Deno.Command, program: string): Deno.ChildProcess {
  try {
    return command.spawn();
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound
      ? "was not found"
      : "cannot be run";
    throw new Error(`${program} ${reason}`, { cause });
  }
}

function tryKill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended.
  }
}

/**
 * Posts the change as JSON. It fails unless the status is 2xx; redirects are not
 * followed, because they could lead anywhere.
 */
export function callWebhook(url: URL, now: () => number): Action {
  return async ({ family, address, previous }, signal) => {
    const body = JSON.stringify({
      family,
      address,
      previous,
      at: new Date(now()).toISOString(),
    });
    const status = await withDeadline(
      WEBHOOK_TIMEOUT_MS,
      (limited) => post(url, body, limited),
      signal,
    );
    if (status < 200 || status > 299) {
      throw new Error(`the webhook responded with ${status}`);
    }
  };
}

async function post(
  url: URL,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const { response: received } = await send({
    transport: fetchTransport(fetch),
    url,
    headers: { "content-type": "application/json", "user-agent": "porthole" },
    body,
    signal,
  });
  await using response = received;
  return response.status;
}
