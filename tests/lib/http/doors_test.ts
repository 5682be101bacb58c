import assert from "node:assert/strict";
import { busyError } from "../../../lib/core/errors.ts";
import { createDoors, type Door } from "../../../lib/http/doors.ts";
import { errorResponse } from "../../../lib/http/responses.ts";
import { clientAt, infoOf } from "../../support/caller.ts";

const info = infoOf();

/** The doors of one pool, and what was asked of them. */
function fixture(
  { acquired = 1, refuses = () => true, ...door }: Partial<
    Door & Door["pool"]
  > = {},
) {
  const seen: string[] = [];
  const refusal = createDoors([{
    method: "POST",
    paths: /^\/api\/upload$/,
    pool: { acquired, refuses },
    busy: [{ reason: "speed_test_busy" }, 7],
    format: "geoip",
    ...door,
  }], {
    clientOf(_, { remoteAddr }) {
      seen.push("client");
      return clientAt((remoteAddr as Deno.NetAddr).hostname);
    },
    onRefusal: ({ params }) => seen.push(params.reason),
  });
  return {
    seen,
    ask: (path = "/api/upload", method = "POST") =>
      refusal(new Request(`http://h.example${path}`, { method }), info),
  };
}

Deno.test("createDoors - a full pool refuses each request with the error of its route, and asks for no client", async () => {
  for (const format of ["geoip", "api", "text"] as const) {
    const { ask, seen } = fixture({ format });
    const error = busyError({ reason: "speed_test_busy" }, 7);
    const atRoute = errorResponse(error, format);
    const body = await atRoute.text();
    for (let i = 0; i < 2; i++) {
      const response = ask()!;
      assert.equal(response.status, 503);
      assert.deepEqual([...response.headers], [...atRoute.headers]);
      assert.equal(response.headers.get("retry-after"), "7");
      assert.equal(await response.text(), body);
    }
    assert.deepEqual(seen, ["speed_test_busy", "speed_test_busy"]);
  }
});

Deno.test("createDoors - a client is refused whose own share is taken", () => {
  for (
    const [taken, isRefused] of [["192.0.2.1", true], ["192.0.2.2", false]]
  ) {
    const { ask } = fixture({ refuses: (client) => client?.key === taken });
    assert.equal(ask() !== null, isRefused);
  }
});

Deno.test("createDoors - lets pass what needs nothing of the pool, or of an empty one", () => {
  const { ask, seen } = fixture();
  assert.equal(ask("/api/upload", "GET"), null);
  assert.equal(ask("/api/upload/"), null);
  assert.equal(ask("/"), null);
  assert.equal(fixture({ acquired: 0 }).ask(), null);
  const free = (path: string, { url }: Request) =>
    path === "/api/upload" && url.endsWith("?a");
  assert.equal(fixture({ isFree: free }).ask("/api/upload?a"), null);
  assert.notEqual(fixture({ isFree: free }).ask(), null);
  assert.deepEqual(seen, []);
});
