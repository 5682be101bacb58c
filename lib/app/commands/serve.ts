import type { Fetch } from "../../http/on_response.ts";
import { describeError } from "../../core/log.ts";
import type { IpInfoServices } from "../services/ipinfo.ts";
import { type RunningServer, type ServeDeps, startServer } from "../serve.ts";

/** The app as the build has put it together. */
export interface BuiltApp {
  fetch: Fetch;
  /** Loads what would otherwise be loaded when it is first asked for; not there where Fresh itself has built it. */
  loadRoutes?(): Promise<void>;
}

/** How long whoever asks first has the process to themselves. */
const LOAD_AFTER_MS = 1_000;

/** Does what `serve` says, until `stopped` resolves. */
export async function serve(
  services: ServeDeps & Pick<IpInfoServices, "loaded">,
  { fetch, loadRoutes }: BuiltApp,
  stopped: () => Promise<string>,
  loadAfterMs = LOAD_AFTER_MS,
): Promise<void> {
  const { log } = services;
  const server = startServer(services, fetch);
  log.info("listening", { url: urlOf(server) });
  // Deno dies where it has to load a module while strangers hold every file
  // descriptor (2.9.6): soon after the start there is none left to load.
  const loading = setTimeout(async () => {
    await services.loaded().catch((error) =>
      log.error("IPv6 addresses have no location", {
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
  await server.stop();
  log.info("stopped");
}

/** Resolves with the first signal to stop; the second ends the process at once. */
export function signalled(): Promise<string> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => {
        // Whoever asks twice does not want to wait for open requests.
        if (stopping) Deno.exit(1);
        stopping = true;
        resolve(signal);
      });
    }
  });
}

/** Where a person on the same machine reaches the server. */
function urlOf({ hostname, port }: RunningServer): string {
  const everywhere = hostname === "::" || hostname === "0.0.0.0";
  const host = everywhere
    ? "localhost"
    : hostname.includes(":")
    ? `[${hostname}]`
    : hostname;
  return `http://${host}:${port}/`;
}
