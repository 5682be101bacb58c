import assert from "node:assert/strict";
import { outcomeOf } from "./program_test_of.ts";

const script = new URL("../../deploy/healthcheck.ts", import.meta.url).pathname;

function checked(port: number, host?: string) {
  return outcomeOf(Deno.execPath(), [
    ...["run", "-q", "--no-prompt", "--allow-env=HOST,PORT", "--allow-net"],
    script,
  ], { PORT: String(port), ...(host ? { HOST: host } : {}) });
}

async function serving(
  status: number,
  check: (port: number, paths: string[]) => Promise<void>,
) {
  const paths: string[] = [];
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  await using server = Deno.serve(options, (request) => {
    paths.push(new URL(request.url).pathname);
    return new Response("ok", { status });
  });
  await check(server.addr.port, paths);
}

Deno.test("healthcheck - a service that is well", async () => {
  await serving(200, async (port, paths) => {
    for (const host of ["127.0.0.1", "0.0.0.0"]) {
      assert.deepEqual(await checked(port, host), { code: 0, output: "" });
    }
    assert.deepEqual(paths, ["/healthz", "/healthz"]);
  });
});

Deno.test("healthcheck - a service that is not", async () => {
  await serving(503, async (port) => {
    const unhealthy = { code: 1, output: "unhealthy: status 503\n" };
    assert.deepEqual(await checked(port, "127.0.0.1"), unhealthy);
  });
});

Deno.test("healthcheck - fails if nothing listens", async () => {
  const { code, output } = await checked(1, "127.0.0.1");
  assert.equal(code, 1);
  assert.match(output, /^unhealthy: /);
});
