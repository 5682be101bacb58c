import type { Accounts } from "../../accounts/accounts.ts";
import type { Fetch } from "../../http/on_response.ts";
import { describeError } from "../../core/log.ts";
import type { IpInfoServices } from "../services/ipinfo.ts";
import type { Services } from "../services/services.ts";
import { type RunningServer, type ServeDeps, startServer } from "../serve.ts";
import { startThreads } from "../threads/start_threads.ts";

/** The module of the app that the build writes. */
export interface BuiltApp {
  default: { fetch: Fetch };
  /**
   * Loads modules that would otherwise load on demand. Fresh's own builds lack
   * it.
   *
   * @param isWanted whether to load the route of a file in `routes/`; by default all
   */
  loadRoutes?(isWanted?: (file: string) => boolean): Promise<void>;
}

/** Delay that leaves the process to the first requests. */
const LOAD_AFTER_MS = 1_000;

/** Runs `serve` until `stopped` resolves. */
export async function serve(
  services:
    & ServeDeps
    & Pick<IpInfoServices, "loaded">
    & Pick<Services, "dataUpdates">
    & Partial<Pick<Services, "exports" | "threads">>
    & { accounts: Pick<Accounts, "counts"> },
  { default: { fetch }, loadRoutes }: BuiltApp,
  stopped: () => Promise<string>,
  loadAfterMs = LOAD_AFTER_MS,
): Promise<void> {
  const { log, accounts } = services;
  // A store that fails is reported by its first request.
  const { administrators } = await accounts.counts()
    .catch(() => ({ administrators: null }));
  const host = services.threads ?? null;
  const server = startServer(services, fetch, { reusePort: host !== null });
  log.info("listening", { url: urlOf(server) });
  const threads = host && startThreads(host, services, server);
  if (administrators === 0) {
    log.info("no administrator yet; `user add EMAIL --admin` creates one");
  }
  services.dataUpdates.start();
  services.exports?.update();
  // Deno (2.9.6) crashes if it has to load a module while all file descriptors
  // are in use. So everything is loaded soon after the start.
  const loading = setTimeout(async () => {
    await services.loaded().catch((error) =>
      log.error("the table of IPv6 locations cannot be loaded", {
        error: describeError(error),
      })
    );
    await loadRoutes?.().then(
      () => log.debug("all routes are loaded"),
      (error) =>
        log.error("a route cannot be loaded", { error: describeError(error) }),
    );
  }, loadAfterMs);
  log.info("stopping", { signal: await stopped() });
  clearTimeout(loading);
  await server.stop(threads?.stop);
  log.info("stopped");
}

/**
 * Resolves with the first signal to stop. If the same one comes again, it exits at
 * once; the other one can be a copy that `launch.ts` forwards.
 */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      let isRepeated = false;
      Deno.addSignalListener(signal, () => {
        // The operator does not want to wait for open requests.
        if (isRepeated) Deno.exit(1);
        isRepeated = true;
        resolve(signal);
      });
    }
  });
}

/** The server's URL for a person on this machine. */
function urlOf({ hostname, port }: RunningServer): string {
  const everywhere = hostname === "::" || hostname === "0.0.0.0";
  const host = everywhere
    ? "localhost"
    : hostname.includes(":")
    ? `[${hostname}]`
    : hostname;
  return `http://${host}:${port}/`;
}
