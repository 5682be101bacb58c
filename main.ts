import { App, staticFiles } from "fresh";
import type { State } from "./define.ts";
import { runCli } from "./lib/app/cli.ts";
import type { BuiltApp } from "./lib/app/commands/serve.ts";
import type { Services } from "./lib/app/services/services.ts";
import { cliContext, start, startThread } from "./lib/app/start.ts";
import { isServingThread } from "./lib/app/threads/thread.ts";

export { start };

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

export const app = createApp(start);

/**
 * Runs the command that the arguments name.
 *
 * @param built imports the app as the build produced it
 */
export async function main(built: () => Promise<BuiltApp>): Promise<never> {
  if (isServingThread()) {
    startThread(built);
    return await new Promise(() => {});
  }
  // The binary has this permission for `watch`; a server must not have it.
  if (Deno.args[0] !== "watch") Deno.permissions.revokeSync({ name: "run" });
  Deno.exit(await runCli(Deno.args, cliContext(built)));
}

if (import.meta.main) {
  const url = new URL("./_fresh/server.js", import.meta.url).href;
  // Not awaited, because the built server imports this module for `app`.
  main(() => import(url));
}
