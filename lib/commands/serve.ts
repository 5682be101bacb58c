import type { Fetch } from "../http/front.ts";
import { type RunningServer, type ServeParts, startServer } from "../serve.ts";

/** Does what `serve` says, until `stopped` resolves. */
export async function serve(
  services: ServeParts,
  fetch: Fetch,
  stopped: () => Promise<string>,
): Promise<void> {
  const { log } = services;
  const server = startServer(services, fetch);
  log.info("listening", { url: urlOf(server) });
  log.info("stopping", { signal: await stopped() });
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
