import assert from "node:assert/strict";
import { outcomeOf } from "./program_test_of.ts";

const script = new URL("../../deploy/healthcheck.ts", import.meta.url).pathname;

function checked(port: number, host?: string) {
  return outcomeOf(Deno.execPath(), [
    ...["run", "-q", "--no-prompt", "--allow-env=HOST,PORT", "--allow-net"],
    script,
  ], { PORT: String(port), ...(host ? { HOST: host } : {}) });
}

/** A service whose health has a status, and the paths that it is asked for. */
function serving(status: number) {
  const paths: string[] = [];
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  const server = Deno.serve(options, (request) => {
    paths.push(new URL(request.url).pathname);
    return new Response("ok", { status });
  });
  return Object.assign(server, { paths });
}

Deno.test("healthcheck - a service that is well, one that is not, and nothing", async () => {
  await using well = serving(200);
  for (const host of ["127.0.0.1", "0.0.0.0"]) {
    const outcome = await checked(well.addr.port, host);
    assert.deepEqual(outcome, { code: 0, output: "" });
  }
  assert.deepEqual(well.paths, ["/healthz", "/healthz"]);
  await using unwell = serving(503);
  const unhealthy = await checked(unwell.addr.port, "127.0.0.1");
  assert.deepEqual(unhealthy, { code: 1, output: "unhealthy: status 503\n" });
  const { code, output } = await checked(1, "127.0.0.1");
  assert.equal(code, 1);
  assert.match(output, /^unhealthy: /);
});
