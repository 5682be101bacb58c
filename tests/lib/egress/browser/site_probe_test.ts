import assert from "node:assert/strict";
import {
  visitSite,
  watchRefusals,
} from "../../../../lib/egress/browser/site_probe.ts";
import { noAnswer, scriptedFetch } from "./fetches.ts";

Deno.test("watchRefusals - knows the URLs that the policy has blocked, including the latest", async () => {
  const page = new EventTarget();
  const controller = new AbortController();
  const isRefused = watchRefusals(page, controller.signal);
  const refuse = (blockedURI: string) =>
    page.dispatchEvent(
      Object.assign(new Event("securitypolicyviolation"), { blockedURI }),
    );
  refuse("https://one.test/");
  const late = isRefused("https://two.test/");
  refuse("https://two.test/");
  assert.equal(await late, true);
  assert.equal(await isRefused("https://one.test/"), true);
  assert.equal(await isRefused("https://three.test/"), false);
  controller.abort();
  refuse("https://three.test/");
  assert.equal(await isRefused("https://three.test/"), false);
});

const { signal } = new AbortController();
const url = "https://site.test/";
const isRefused = () => Promise.resolve(false);

Deno.test("visitSite - reads the address if CORS permits", async () => {
  const { fetch, asked } = scriptedFetch(() => new Response("203.0.113.7\n"));
  assert.deepEqual(await visitSite({ fetch, url, isRefused }, signal), {
    exit: { ip: "203.0.113.7", family: 4 },
  });
  assert.deepEqual(asked.map(({ url }) => url), [url]);
});

Deno.test("visitSite - finds no address in a page or an empty response", async () => {
  for (const body of ["<p>203.0.113.7</p>", null]) {
    const { fetch } = scriptedFetch(() => new Response(body));
    const visit = await visitSite({ fetch, url, isRefused }, signal);
    assert.deepEqual(visit, { exit: null });
  }
});

Deno.test("visitSite - checks whether an unreadable site responds", async () => {
  const { fetch, asked } = scriptedFetch((_, { mode }) =>
    mode === "no-cors" ? new Response() : noAnswer()
  );
  assert.deepEqual(await visitSite({ fetch, url, isRefused }, signal), {
    exit: null,
  });
  assert.deepEqual(asked.map(({ init }) => init.mode), [undefined, "no-cors"]);
});

Deno.test("visitSite - distinguishes a silent site from a blocked one", async () => {
  const { fetch } = scriptedFetch(noAnswer);
  for (
    const [refused, state] of [[false, "none"], [true, "blocked"]] as const
  ) {
    const isRefused = (asked: string) => {
      assert.equal(asked, url);
      return Promise.resolve(refused);
    };
    await assert.rejects(visitSite({ fetch, url, isRefused }, signal), {
      state,
    });
  }
});
