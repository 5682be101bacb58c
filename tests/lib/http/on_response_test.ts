import assert from "node:assert/strict";
import {
  type OnResponse,
  OpenBodies,
  withOnResponse,
} from "../../../lib/http/on_response.ts";
import { infoOf } from "../../support/caller.ts";

const info = infoOf();
const request = new Request("http://h.example/");

Deno.test("withOnResponse - returns the handler itself without hooks", () => {
  const app = () => new Response();
  assert.equal(withOnResponse(app, [], () => 0), app);
});

Deno.test("withOnResponse - calls each hook for each response, with its duration", async () => {
  for (const count of [1, 2]) {
    let nowMs = 0;
    const seen: unknown[] = [];
    const hook: OnResponse = (received, from, { status }, elapsedMs) =>
      seen.push([received === request, from === info, status, elapsedMs]);
    const at = (status: number) => {
      nowMs += 5;
      return new Response(null, { status });
    };
    const hooks = Array.from({ length: count }, () => hook);
    const atOnce = withOnResponse(() => at(204), hooks, () => nowMs);
    // What is there at once stays so.
    assert(atOnce(request, info) instanceof Response);
    const notFound = () => Promise.resolve().then(() => at(404));
    const later = withOnResponse(notFound, hooks, () => nowMs);
    assert.equal((await later(request, info)).status, 404);
    const each = (status: number) => hooks.map(() => [true, true, status, 5]);
    assert.deepEqual(seen, [...each(204), ...each(404)]);
  }
});

Deno.test("OpenBodies - waits for requests whose bodies may arrive, not for those that were answered at once", async () => {
  const sent = Promise.withResolvers<void>();
  const post = new Request("http://h.example/", { method: "POST" });
  const cases = [
    [post, Promise.resolve(new Response()), true],
    [post, new Response(null, { status: 503 }), false],
    [request, Promise.resolve(new Response()), false],
  ] as const;
  for (const [received, response, waits] of cases) {
    const bodies = new OpenBodies();
    const completed = sent.promise;
    bodies.watch(() => response)(received, { ...info, completed });
    let isOver = false;
    bodies.ended().then(() => isOver = true);
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.equal(isOver, !waits);
  }
  sent.resolve();
});
