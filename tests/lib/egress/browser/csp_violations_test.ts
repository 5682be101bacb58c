import assert from "node:assert/strict";
import { watchCspViolations } from "../../../../lib/egress/browser/csp_violations.ts";

Deno.test("watchCspViolations - knows the URLs that the policy has blocked, including the latest", async () => {
  const page = new EventTarget();
  const controller = new AbortController();
  const isCspBlocked = watchCspViolations(page, controller.signal);
  const block = (blockedURI: string) =>
    page.dispatchEvent(
      Object.assign(new Event("securitypolicyviolation"), { blockedURI }),
    );
  block("https://one.test/");
  const late = isCspBlocked("https://two.test/");
  block("https://two.test/");
  assert.equal(await late, true);
  assert.equal(await isCspBlocked("https://one.test/"), true);
  assert.equal(await isCspBlocked("https://three.test/"), false);
  controller.abort();
  block("https://three.test/");
  assert.equal(await isCspBlocked("https://three.test/"), false);
});
