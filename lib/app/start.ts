import { parseEnv } from "node:util";
import type { CliContext } from "./commands/command.ts";
import type { BuiltApp } from "./commands/serve.ts";
import { readConfig } from "./config.ts";
import { misspelt } from "./launch/misspelt.ts";
import { openAccounts } from "./services/accounts.ts";
import type { ServiceDeps } from "./services/deps.ts";
import { createIpInfoServices } from "./services/ipinfo.ts";
import { createServices, type Services } from "./services/services.ts";
import { runThread } from "./threads/thread.ts";
import manifest from "../../deno.json" with { type: "json" };

const env = (name: string) => Deno.env.get(name);

function serviceDeps(): ServiceDeps {
  return {
    config: readConfig(env),
    dataRoot: new URL("../../_data/", import.meta.url),
    version: manifest.version,
    isOnDeploy: isOnDeploy(),
  };
}

function isOnDeploy(): boolean {
  return Boolean(env("DENO_DEPLOY"));
}

/** Opens something with the configuration, and reports all faults of that at once. */
async function opened<T>(open: (deps: ServiceDeps) => T | Promise<T>) {
  try {
    return await open(serviceDeps());
  } catch (error) {
    const { withFileIssues } = await import("./config_files.ts");
    throw await withFileIssues(error, env, isOnDeploy());
  }
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
  starting ??= opened(createServices).then((services) => ready = services);
  return starting;
}

/** Serves requests in a thread that is not the main one. */
export function startThread(built: () => Promise<BuiltApp>): void {
  runThread({
    deps: serviceDeps,
    use: (services) => ready = services,
    built,
  });
}

/** What commands need, from the environment. */
export function cliContext(built: () => Promise<BuiltApp>): CliContext {
  return {
    version: manifest.version,
    services: async () => await start(),
    dataDeps: () => opened((deps) => deps),
    openAccounts: () => opened(openAccounts),
    misspelt: () => misspelt(variableNames(), manifest.permissions.serve.env),
    ipInfoServices: () => opened(createIpInfoServices),
    built,
  };
}
