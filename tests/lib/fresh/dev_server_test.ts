import assert from "node:assert/strict";
import { EndingBuilder } from "../../support/esbuild.ts";
import { browserTest } from "../../support/browser.ts";

const root = new URL("fixtures/site", import.meta.url).pathname;

/** A run of the development server, as the process that `--watch` starts anew would be. */
async function startRun(port: number) {
  const controller = new AbortController();
  const started = Promise.withResolvers<number>();
  const ended = new EndingBuilder({ root }).listen(
    () => import("./fixtures/site/main.ts"),
    {
      port,
      hostname: "127.0.0.1",
      signal: controller.signal,
      onListen: (address) => started.resolve(address.port),
    },
  );
  return {
    port: await started.promise,
    async end() {
      controller.abort();
      await ended;
    },
  };
}

Deno.test("Builder.listen - serves the app in development mode, with a script on every page", async () => {
  const run = await startRun(0);
  const response = await fetch(`http://127.0.0.1:${run.port}/`);
  const body = await response.text();
  assert.equal(response.status, 200);
  assert.match(body, /<title>Home<\/title>/);
  assert.match(body, /<script type="module"/);
  await run.end();
});

browserTest(
  "Builder.listen - a page reloads when the server has been started anew",
  async (browser) => {
    const first = await startRun(0);
    const page = await browser.newPage();
    const alive = page.waitForResponse((response) =>
      response.url().endsWith("/_fresh/alive")
    );
    await page.goto(`http://127.0.0.1:${first.port}/`);
    await alive;
    await page.evaluate("globalThis.isOld = true");
    await first.end();
    const second = await startRun(first.port);
    await page.waitForFunction(
      "globalThis.isOld === undefined && document.title === 'Home'",
    );
    await page.close();
    await second.end();
  },
);
