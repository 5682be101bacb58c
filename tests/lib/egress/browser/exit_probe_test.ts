import assert from "node:assert/strict";
import {
  fetchExit,
  visitSite,
} from "../../../../lib/egress/browser/exit_probe.ts";
import { noResponse, scriptedFetch } from "./fetches.ts";

const { signal } = new AbortController();
const origin = "https://probe.test";
const v4 = { ip: "203.0.113.7", family: 4 };

Deno.test("fetchExit - returns the address that the host sees, over a new connection", async () => {
  const { fetch, calls } = scriptedFetch(() =>
    Response.json({ ...v4, padding: "00" })
  );
  const exit = await fetchExit({ fetch, origin, family: 4 }, signal);
  assert.deepEqual(exit, v4);
  assert.equal(calls[0].url, "https://probe.test/api/egress/exit");
  assert.equal(calls[0].init.credentials, "omit");
  assert.equal(calls[0].init.cache, "no-store");
  await fetchExit({ fetch, origin, isLarge: true }, signal);
  assert.equal(calls[1].url, "https://probe.test/api/egress/exit?large");
});

Deno.test("fetchExit - ends with not_configured if the host responds over the other family", async () => {
  const { fetch } = scriptedFetch(() => Response.json(v4));
  const fetching = fetchExit({ fetch, origin, family: 6 }, signal);
  await assert.rejects(fetching, { state: "not_configured" });
});

Deno.test("fetchExit - ends with a state for each failure", async () => {
  const answers = [
    [404, {}, { state: "not_configured" }],
    [502, {}, { state: "failed" }],
    [429, { "retry-after": "21" }, { state: "stopped", waitSeconds: 21 }],
    [429, {}, { state: "stopped", waitSeconds: 60 }],
  ] as const;
  for (const [status, headers, expected] of answers) {
    const { fetch } = scriptedFetch(() =>
      new Response(null, { status, headers })
    );
    await assert.rejects(fetchExit({ fetch, origin }, signal), expected);
  }
});

const url = "https://site.test/";
const isCspBlocked = () => Promise.resolve(false);

Deno.test("visitSite - reads the address if CORS permits", async () => {
  const { fetch, calls } = scriptedFetch(() => new Response("203.0.113.7\n"));
  const visit = await visitSite({ fetch, url, isCspBlocked }, signal);
  assert.deepEqual(visit, { exit: v4 });
  assert.deepEqual(calls.map(({ url }) => url), [url]);
});

Deno.test("visitSite - finds no address in a page or an empty response", async () => {
  for (const body of ["<p>203.0.113.7</p>", null]) {
    const { fetch } = scriptedFetch(() => new Response(body));
    const visit = await visitSite({ fetch, url, isCspBlocked }, signal);
    assert.deepEqual(visit, { exit: null });
  }
});

Deno.test("visitSite - checks whether an unreadable site responds", async () => {
  const { fetch, calls } = scriptedFetch((_, { mode }) =>
    mode === "no-cors" ? new Response() : noResponse()
  );
  const visit = await visitSite({ fetch, url, isCspBlocked }, signal);
  assert.deepEqual(visit, { exit: null });
  assert.deepEqual(calls.map(({ init }) => init.mode), [undefined, "no-cors"]);
});

Deno.test("visitSite - distinguishes a silent site from a blocked one", async () => {
  const { fetch } = scriptedFetch(noResponse);
  const cases = [[false, "failed"], [true, "blocked"]] as const;
  for (const [refused, state] of cases) {
    const isCspBlocked = (requested: string) => {
      assert.equal(requested, url);
      return Promise.resolve(refused);
    };
    const visit = visitSite({ fetch, url, isCspBlocked }, signal);
    await assert.rejects(visit, { state });
  }
});
