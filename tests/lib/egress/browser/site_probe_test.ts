import assert from "node:assert/strict";
import { visitSite } from "../../../../lib/egress/browser/site_probe.ts";
import { noAnswer, scriptedFetch } from "./fetches.ts";

const { signal } = new AbortController();
const url = "https://site.test/";
const isCspBlocked = () => Promise.resolve(false);

Deno.test("visitSite - reads the address if CORS permits", async () => {
  const { fetch, asked } = scriptedFetch(() => new Response("203.0.113.7\n"));
  assert.deepEqual(await visitSite({ fetch, url, isCspBlocked }, signal), {
    exit: { ip: "203.0.113.7", family: 4 },
  });
  assert.deepEqual(asked.map(({ url }) => url), [url]);
});

Deno.test("visitSite - finds no address in a page or an empty response", async () => {
  for (const body of ["<p>203.0.113.7</p>", null]) {
    const { fetch } = scriptedFetch(() => new Response(body));
    const visit = await visitSite({ fetch, url, isCspBlocked }, signal);
    assert.deepEqual(visit, { exit: null });
  }
});

Deno.test("visitSite - checks whether an unreadable site responds", async () => {
  const { fetch, asked } = scriptedFetch((_, { mode }) =>
    mode === "no-cors" ? new Response() : noAnswer()
  );
  assert.deepEqual(await visitSite({ fetch, url, isCspBlocked }, signal), {
    exit: null,
  });
  assert.deepEqual(asked.map(({ init }) => init.mode), [undefined, "no-cors"]);
});

Deno.test("visitSite - distinguishes a silent site from a blocked one", async () => {
  const { fetch } = scriptedFetch(noAnswer);
  for (
    const [refused, state] of [[false, "none"], [true, "blocked"]] as const
  ) {
    const isCspBlocked = (asked: string) => {
      assert.equal(asked, url);
      return Promise.resolve(refused);
    };
    await assert.rejects(visitSite({ fetch, url, isCspBlocked }, signal), {
      state,
    });
  }
});
