import assert from "node:assert/strict";
import { watchRefusals } from "../../../../lib/egress/browser/refusals.ts";

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
