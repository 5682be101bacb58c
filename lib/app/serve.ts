import type { Config } from "./config.ts";
import { createEntry, errorResponseFor } from "../http/entry.ts";
import type { Fetch } from "../http/on_response.ts";
import {
  describeError,
  LogRateLimiter,
  rateLimitedLog,
  summarizeError,
} from "../core/log.ts";
import type { Services } from "./services/services.ts";

/** What serving takes of the services. */
export type ServeDeps =
  & Pick<
    Services,
    "config" | "log" | "now" | "hostRole" | "close"
  >
  & Partial<Pick<Services, "operations" | "responseHooks">>;

export interface ServeTimes {
  /** How long open requests may still take once the process was told to stop. */
  graceMs?: number;
  /** How long a listener that failed is left alone before it is opened again. */
  pauseMs?: number;
}

export interface RunningServer {
  readonly hostname: string;
  readonly port: number;
  /** Lets open requests finish, closes the services, then resolves. Never rejects. */
  stop(): Promise<void>;
}

function listen(
  { HOST, PORT }: Pick<Config, "HOST" | "PORT">,
  handler: Fetch,
  onError: (error: unknown) => Response,
): Deno.HttpServer<Deno.NetAddr> {
  const options = { port: PORT, onError, onListen() {} };
  try {
    return Deno.serve({ ...options, hostname: HOST }, handler);
  } catch (error) {
    // A kernel without IPv6 cannot open "::"; the default must still work there.
    if (HOST !== "::" || error instanceof Deno.errors.AddrInUse) throw error;
    return Deno.serve({ ...options, hostname: "0.0.0.0" }, handler);
  }
}

/**
 * Opens the port and answers until stopped. A listener that fails, as it does
 * when strangers hold all file descriptors open, is opened again.
 *
 * @throws {Deno.errors.AddrInUse} when the port is taken
 */
export function startServer(
  services: ServeDeps,
  fetch: Fetch,
  { graceMs = 10_000, pauseMs = 1000 }: ServeTimes = {},
): RunningServer {
  const { config, log, now } = services;
  const lines = new LogRateLimiter({ now });
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));
  const front = createEntry(fetch, services);
  const open = (port: number) =>
    listen(
      { HOST: config.HOST, PORT: port },
      front,
      errorResponseFor({ log, lines }),
    );
  let server = open(config.PORT);
  const { hostname, port } = server.addr;
  // Strangers who hold file descriptors open can make it fail every second.
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

  async function stop() {
    stopping = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const grace = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), graceMs);
    });
    try {
      const ended = await Promise.race([server.shutdown(), grace]);
      if (ended === "late") log.warn("closing with requests still open");
    } catch (error) {
      log.error("the server did not stop cleanly", {
        error: describeError(error),
      });
    } finally {
      clearTimeout(timer);
    }
    await services.close();
  }

  return { hostname, port, stop };
}
