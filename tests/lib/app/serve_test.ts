import assert from "node:assert/strict";
import { readConfig } from "../../../lib/app/config.ts";
import { createLog } from "../../../lib/core/log.ts";
import type { Fetch } from "../../../lib/http/on_response.ts";
import { startServer } from "../../../lib/app/serve.ts";

function start(fetch: Fetch, graceMs?: number) {
  const lines: string[] = [];
  const closed: string[] = [];
  const env: Record<string, string> = { HOST: "127.0.0.1", PORT: "0" };
  const write = (line: string) => lines.push(line.slice(25));
  const deps: Parameters<typeof startServer>[0] = {
    config: readConfig((name) => env[name]),
    log: createLog({ level: "debug", now: () => 0, write }),
    now: () => 0,
    hostRole: () => "main",
    close: () => Promise.resolve(void closed.push("closed")),
  };
  const server = startServer(deps, fetch, { graceMs });
  return { server, lines, closed, url: `http://127.0.0.1:${server.port}` };
}

Deno.test("startServer - serves until stopped, then closes the services", async () => {
  const { server, closed, url } = start(() => new Response("here"));
  assert.equal(await (await fetch(url)).text(), "here");
  assert.deepEqual(closed, []);
  await server.stop();
  assert.deepEqual(closed, ["closed"]);
  await assert.rejects(fetch(url));
});

Deno.test("startServer - finishes open requests", async () => {
  const gate = Promise.withResolvers<Response>();
  const received = Promise.withResolvers<void>();
  const { server, url } = start(() => {
    received.resolve();
    return gate.promise;
  });
  const response = fetch(url);
  await received.promise;
  const stopped = server.stop();
  gate.resolve(new Response("late but whole"));
  assert.equal(await (await response).text(), "late but whole");
  await stopped;
});

Deno.test("startServer - reads the rest of bodies before it stops", async () => {
  const received = Promise.withResolvers<void>();
  const { server, url } = start(async (request) => {
    received.resolve();
    return new Response(await request.text());
  });
  const { readable, writable } = new TransformStream<Uint8Array>();
  const response = fetch(url, { method: "POST", body: readable });
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode("begun, "));
  await received.promise;
  const stopped = server.stop();
  await writer.write(new TextEncoder().encode("ended"));
  await writer.close();
  assert.equal(await (await response).text(), "begun, ended");
  await stopped;
});

Deno.test({
  name: "startServer - waits for open requests a limited time",
  // This test needs a request that never ends, which cannot be cleaned up.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const received = Promise.withResolvers<void>();
    const { server, closed, lines, url } = start(() => {
      received.resolve();
      return new Promise(() => {});
    }, 20);
    const leaving = new AbortController();
    const response = fetch(url, { signal: leaving.signal }).catch(() => "gone");
    await received.promise;
    await server.stop();
    assert.deepEqual(closed, ["closed"]);
    assert.deepEqual(lines, ["warn  stopping with requests still in progress"]);
    leaving.abort();
    await response;
  },
});

Deno.test("startServer - responds to an error of the app with a 500 without details", async () => {
  const { server, lines, url } = start(() => {
    throw new Error("the inside");
  });
  const response = await fetch(url);
  assert.equal(response.status, 500);
  assert.equal(
    await response.text(),
    "Something went wrong on the server. Try again in a moment.\n",
  );
  assert.equal(lines.length, 1);
  assert.match(lines[0], /^error request failed .*the inside/s);
  await server.stop();
});
