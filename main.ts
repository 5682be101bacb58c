import { App, staticFiles } from "fresh";
import type { State } from "./define.ts";
import { openAccounts } from "./lib/accounts/open.ts";
import { runCli } from "./lib/app/cli.ts";
import { readConfig } from "./lib/app/config.ts";
import { createIpInfoServices } from "./lib/app/services/ipinfo.ts";
import type { ServiceDeps } from "./lib/app/services/deps.ts";
import { createServices, type Services } from "./lib/app/services/services.ts";
import manifest from "./deno.json" with { type: "json" };

/** The app over services that are made elsewhere; a test passes its own. */
export function createApp(
  services: () => Services | Promise<Services>,
): App<State> {
  return new App<State>()
    .use(staticFiles())
    .use((ctx) => {
      const made = services();
      // Awaiting what is long there would cost every request a turn.
      if (made instanceof Promise) {
        return made.then((late) => {
          ctx.state.services = late;
          return ctx.next();
        });
      }
      ctx.state.services = made;
      return ctx.next();
    })
    .fsRoutes();
}

function parts(): ServiceDeps {
  return {
    config: readConfig((name) => Deno.env.get(name)),
    dataRoot: new URL("./_data/", import.meta.url),
    version: manifest.version,
  };
}

let ready: Services | undefined;
let starting: Promise<Services> | undefined;

/** Made once: by `serve` before it listens, or by the first request of the dev server. */
function start(): Services | Promise<Services> {
  if (ready) return ready;
  starting ??= createServices(parts()).then((services) => ready = services);
  return starting;
}

export const app = createApp(start);

if (import.meta.main) {
  // Not awaited here: the built server imports this module for `app`.
  runCli(Deno.args, {
    version: manifest.version,
    services: async () => await start(),
    dataDeps: parts,
    openAccounts: async () => {
      const { config } = parts();
      return await openAccounts({
        dataDir: config.DATA_DIR,
        kvUrl: config.KV_URL?.href,
      });
    },
    ipInfoServices: async () => await createIpInfoServices(parts()),
    built: async () => {
      const server = await import(
        new URL("./_fresh/server.js", import.meta.url).href
      );
      return { fetch: server.default.fetch, loadRoutes: server.loadRoutes };
    },
  }).then((code) => Deno.exit(code));
}
