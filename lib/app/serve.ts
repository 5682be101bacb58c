import { isTimeout, withDeadline } from "../core/deadline.ts";
import type { Config } from "./config.ts";
import { createEntry, errorResponseFor } from "../http/entry.ts";
import { type Fetch, OpenBodies } from "../http/on_response.ts";
import {
  describeError,
  LogRateLimiter,
  rateLimitedLog,
  summarizeError,
} from "../core/log.ts";
import type { Services } from "./services/services.ts";

export type ServeDeps =
  & Pick<
    Services,
    "config" | "log" | "now" | "hostRole" | "close"
  >
  & Partial<Pick<Services, "operations" | "inFlight" | "responseHooks">>;

interface ServeOptions {
  /** Time limit for open requests after the process was told to stop. */
  graceMs?: number;
  /** Whether other threads listen on the same port. */
  reusePort?: boolean;
}

export interface RunningServer {
  /** Handles a request that came to another thread. */
  readonly fetch: Fetch;
  readonly hostname: string;
  readonly port: number;
  /**
   * Finishes open requests, closes the services, then resolves. Never rejects.
   *
   * @param others ends the other threads, meanwhile
   */
  stop(others?: () => Promise<void>): Promise<void>;
}

function listen(
  { HOST, PORT }: Pick<Config, "HOST" | "PORT">,
  handler: Fetch,
  { reusePort, onError }: {
    reusePort: boolean;
    onError: (error: unknown) => Response;
  },
): Deno.HttpServer<Deno.NetAddr> {
  const options = { port: PORT, onError, onListen() {}, reusePort };
  try {
    // With `reusePort`, another instance on the port would not be noticed.
    if (reusePort) Deno.listen({ hostname: HOST, port: PORT }).close();
    return Deno.serve({ ...options, hostname: HOST }, handler);
  } catch (error) {
    // A kernel without IPv6 cannot open "::", but the default must still work.
    if (HOST !== "::" || error instanceof Deno.errors.AddrInUse) {
      throw listenError(error, HOST, PORT);
    }
    return Deno.serve({ ...options, hostname: "0.0.0.0" }, handler);
  }
}

/** The error for the operator, with the port and the address. */
function listenError(cause: unknown, host: string, port: number): unknown {
  if (cause instanceof Deno.errors.AddrInUse) {
    return new Error(
      `port ${port} is already in use. Set PORT to another one.`,
      { cause },
    );
  }
  if (cause instanceof Deno.errors.AddrNotAvailable) {
    return new Error(
      `HOST is ${host}, but no network interface has this address.`,
      { cause },
    );
  }
  if (cause instanceof Deno.errors.PermissionDenied) {
    return new Error(
      `this user may not listen on port ${port}. Set PORT to another one.`,
      { cause },
    );
  }
  return cause;
}

/**
 * Listens and serves until stopped. Reopens a listener that fails, for example
 * because strangers use up all file descriptors.
 *
 * @throws {Error} for the operator, if it cannot listen
 */
export function startServer(
  services: ServeDeps,
  fetch: Fetch,
  { graceMs = 10_000, reusePort = false }: ServeOptions = {},
): RunningServer {
  const { config, log, now } = services;
  const lines = new LogRateLimiter({ now });
  /** Before a failed listener is opened again. */
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  const front = createEntry(fetch, services);
  const bodies = new OpenBodies();
  const handler = bodies.watch(front);
  const open = (port: number) =>
    listen(
      { HOST: config.HOST, PORT: port },
      handler,
      { reusePort, onError: errorResponseFor({ log, lines }) },
    );
  let server = open(config.PORT);
  const { hostname, port } = server.addr;
  // Strangers who use up file descriptors can make it fail every second.
  const listening = rateLimitedLog(log, lines);
  let stopping = false;

  async function keepListening() {
    while (!stopping) {
      try {
        await server.finished;
      } catch (error) {
        listening.error("the listener failed", {
          error: summarizeError(error),
        });
      }
      while (!stopping) {
        await pause();
        try {
          server = open(port);
          listening.warn("listening again");
          break;
        } catch (error) {
          listening.error("cannot listen", { error: summarizeError(error) });
        }
      }
    }
  }
  keepListening();

  async function stop(others = async () => {}) {
    stopping = true;
    try {
      // What other threads pass on is served until they have ended.
      await withDeadline(graceMs, () =>
        Promise.all([
          bodies.ended().then(() => server.shutdown()),
          others(),
        ]));
    } catch (error) {
      if (isTimeout(error)) {
        log.warn("stopping with requests still in progress");
      } else {
        log.error("the server did not stop cleanly", {
          error: describeError(error),
        });
      }
    }
    await services.close();
  }

  return { hostname, port, fetch: front, stop };
}
