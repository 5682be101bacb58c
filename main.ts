import { parseEnv } from "node:util";
import { App, staticFiles } from "fresh";
import type { State } from "./define.ts";
import { openAccounts } from "./lib/accounts/open.ts";
import { runCli } from "./lib/app/cli.ts";
import type { BuiltApp } from "./lib/app/commands/serve.ts";
import { readConfig } from "./lib/app/config.ts";
import { misspelt } from "./lib/app/launch/misspelt.ts";
import { createIpInfoServices } from "./lib/app/services/ipinfo.ts";
import type { ServiceDeps } from "./lib/app/services/deps.ts";
import { createServices, type Services } from "./lib/app/services/services.ts";
import manifest from "./deno.json" with { type: "json" };

/** The app with the given services. Tests pass their own. */
export function createApp(
  services: () => Services | Promise<Services>,
): App<State> {
  return new App<State>()
    .use((ctx) => {
      const opened = services();
      // Not `await`: it would delay every request by a turn of the event loop.
      if (opened instanceof Promise) {
        return opened.then((ready) => {
          ctx.state.services = ready;
          return ctx.next();
        });
      }
      ctx.state.services = opened;
      return ctx.next();
    })
    // After the services, whose log gets the error of a file that is missing.
    .use(staticFiles())
    .fsRoutes();
}

function serviceDeps(): ServiceDeps {
  return {
    config: readConfig((name) => Deno.env.get(name)),
    dataRoot: new URL("./_data/", import.meta.url),
    version: manifest.version,
    isOnDeploy: Boolean(Deno.env.get("DENO_DEPLOY")),
  };
}

/**
 * Names in the environment; without the permission to list it, those in the
 * `.env` that Deno read for this process.
 */
function variableNames(): string[] {
  const { state } = Deno.permissions.querySync({ name: "env" });
  if (state === "granted") return Object.keys(Deno.env.toObject());
  try {
    return Object.keys(parseEnv(Deno.readTextFileSync(".env")));
  } catch {
    return [];
  }
}

let ready: Services | undefined;
let starting: Promise<Services> | undefined;

/**
 * Builds the services once: before `serve` listens, or while the dev server loads
 * the islands.
 */
export function start(): Services | Promise<Services> {
  if (ready) return ready;
  starting ??= createServices(serviceDeps()).then((services) =>
    ready = services
  );
  return starting;
}

export const app = createApp(start);

/** The module that the build writes. */
interface ServerModule {
  default: Pick<BuiltApp, "fetch">;
  loadRoutes?: BuiltApp["loadRoutes"];
}

/**
 * Runs the command that the arguments name.
 *
 * @param built imports the app as the build produced it
 */
export async function main(built: () => Promise<ServerModule>): Promise<never> {
  // The binary has this permission for `watch`; a server must not have it.
  if (Deno.args[0] !== "watch") Deno.permissions.revokeSync({ name: "run" });
  const code = await runCli(Deno.args, {
    version: manifest.version,
    services: async () => await start(),
    dataDeps: serviceDeps,
    openAccounts: async () => {
      const { config, isOnDeploy } = serviceDeps();
      return await openAccounts({
        dataDir: config.DATA_DIR,
        kvUrl: config.KV_URL?.href,
        isOnDeploy,
      });
    },
    misspelt: () => misspelt(variableNames(), manifest.permissions.serve.env),
    ipInfoServices: async () => await createIpInfoServices(serviceDeps()),
    built: async () => {
      const { default: { fetch }, loadRoutes } = await built();
      return { fetch, loadRoutes };
    },
  });
  Deno.exit(code);
}

if (import.meta.main) {
  const url = new URL("./_fresh/server.js", import.meta.url).href;
  // Not awaited, because the built server imports this module for `app`.
  main(() => import(url));
}
