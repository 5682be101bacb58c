import assert from "node:assert/strict";
import {
  type OnResponse,
  withOnResponse,
} from "../../../lib/http/on_response.ts";

const info: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 1 },
  completed: Promise.resolve(),
};
const request = new Request("http://h.example/");

Deno.test("withOnResponse - returns the handler itself without hooks", () => {
  const app = () => new Response();
  assert.equal(withOnResponse(app, [], () => 0), app);
});

Deno.test("withOnResponse - calls each hook for each response, with its duration", async () => {
  for (const count of [1, 2]) {
    let nowMs = 0;
    const seen: unknown[] = [];
    const hook: OnResponse = (asked, from, { status }, elapsedMs) =>
      seen.push([asked === request, from === info, status, elapsedMs]);
    const at = (status: number) => {
      nowMs += 5;
      return new Response(null, { status });
    };
    const hooks = Array.from({ length: count }, () => hook);
    const atOnce = withOnResponse(() => at(204), hooks, () => nowMs);
    // What is there at once stays so.
    assert(atOnce(request, info) instanceof Response);
    const later = withOnResponse(
      () => Promise.resolve().then(() => at(404)),
      hooks,
      () => nowMs,
    );
    assert.equal((await later(request, info)).status, 404);
    assert.deepEqual(seen, [
      ...hooks.map(() => [true, true, 204, 5]),
      ...hooks.map(() => [true, true, 404, 5]),
    ]);
  }
});
