import assert from "node:assert/strict";
import { type BuiltApp, serve } from "../../../../lib/app/commands/serve.ts";
import { readConfig } from "../../../../lib/app/config.ts";
import { createLog } from "../../../../lib/core/log.ts";

function rig() {
  const lines: string[] = [];
  const env: Record<string, string> = { HOST: "127.0.0.1", PORT: "0" };
  const services = {
    config: readConfig((name) => env[name]),
    log: createLog({
      level: "debug",
      now: () => 0,
      write: (line) => lines.push(line.slice(25).replace(/[:=].*/s, "")),
    }),
    now: () => 0,
    hostRole: () => "main" as const,
    loaded: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const stopped = Promise.withResolvers<string>();
  return { lines, services, stopped };
}

const fetch = () => new Response("here");

Deno.test("serve - what is loaded late fails by itself: the routes are loaded all the same", async () => {
  const { lines, services, stopped } = rig();
  services.loaded = () => Promise.reject(new Error("damaged"));
  const app: BuiltApp = {
    fetch,
    loadRoutes() {
      stopped.resolve("SIGTERM");
      return Promise.reject(new Error("broken"));
    },
  };
  await serve(services, app, () => stopped.promise, 0);
  assert.deepEqual(lines.toSorted(), [
    "error IPv6 addresses have no location error",
    "error a route cannot be loaded error",
    "info  listening url",
    "info  stopped",
    "info  stopping signal",
  ]);
});

Deno.test("serve - an app that loads its routes by itself is served", async () => {
  const { lines, services, stopped } = rig();
  services.loaded = () => {
    stopped.resolve("SIGTERM");
    return Promise.resolve();
  };
  await serve(services, { fetch }, () => stopped.promise, 0);
  assert.deepEqual(lines, [
    "info  listening url",
    "info  stopping signal",
    "info  stopped",
  ]);
});

Deno.test("serve - stopped before, nothing is loaded any more", async () => {
  const { services } = rig();
  let loads = 0;
  services.loaded = () => Promise.resolve(void loads++);
  const app = { fetch, loadRoutes: () => Promise.resolve(void loads++) };
  // A timer that is left would be told of by the test's own sanitizer.
  await serve(services, app, () => Promise.resolve("SIGINT"), 3_600_000);
  assert.equal(loads, 0);
});
