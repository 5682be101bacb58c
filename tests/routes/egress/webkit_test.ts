import assert from "node:assert/strict";
import { webkitTest as test } from "../../support/webkit.ts";
import { egressSite } from "./egress_site.ts";

const BUTTON = `document.querySelector(".egress-start button")`;

test("egress page - its scripts run in WebKit, to a verdict", async (page) => {
  await using site = await egressSite();
  await page.goto(`${site.main}/egress`);
  await page.until(`!${BUTTON}.disabled`);
  await page.evaluate(`${BUTTON}.click()`);
  const tile = `document.querySelector("[data-tile=webrtc]")`;
  await page.until(`${tile}?.dataset.state === "none"`);
  const reason = await page.evaluate(`${tile}.lastElementChild.textContent`);
  assert.equal(reason, "Your browser has no WebRTC, or it is turned off.");
  // Neither an inline script nor one of another folder runs.
  await page.evaluate(`(() => {
    for (const [name, value] of [["textContent", "ran = 1"], ["src", "/jsonip?callback=ran"]]) {
      const script = document.createElement("script");
      script[name] = value;
      script.onerror = () => document.body.dataset.refused = "yes";
      document.body.append(script);
    }
  })()`);
  await page.until(`document.body.dataset.refused === "yes"`);
  assert.equal(await page.evaluate("typeof ran"), "undefined");
});
