import assert from "node:assert/strict";
import { type FirefoxPage, firefoxTest } from "../../support/firefox.ts";
import { CLOCK, endLimits, FORGET_VERDICT } from "./clock_script.ts";
import { egressSite } from "./egress_site.ts";
import { freeUdpPort } from "./translated_stun.ts";

/** The states of all rows with their labels, and WebRTC's tile. */
const SHOWN = `(() => {
  const tile = document.querySelector("[data-tile=webrtc]");
  return {
    rows: [...document.querySelectorAll(".egress tbody tr")]
      .map((row) => [".probe-name", ".state"]
        .map((part) => row.querySelector(part).textContent)),
    webRtc: [tile.dataset.state, tile.lastElementChild.textContent],
  };
})()`;

interface Shown {
  rows: [label: string, state: string][];
  webRtc: [state: string, reason: string];
}

/** Runs the test to its end, with one site left hanging. */
async function run(page: FirefoxPage, hanging: () => number): Promise<Shown> {
  await page.evaluate(FORGET_VERDICT);
  await page.evaluate(`document.querySelector(".egress-start button").click()`);
  await endLimits(page, hanging);
  return await page.evaluate<Shown>(SHOWN);
}

firefoxTest(
  "egress page - ends every probe in a known state in Firefox",
  async (page) => {
    const hung = Promise.withResolvers<Response>();
    let hanging = 0;
    await using site = await egressSite({
      env: (port) => ({
        // Nothing listens there; the other host has no address.
        V4_URL: "http://127.0.0.1:1",
        V6_URL: "http://nowhere.test",
        // With it, the page's policy would allow every host.
        V6_LITERAL_URL: "",
        STUN_URLS: `stun:127.0.0.1:${freeUdpPort()}`,
        EGRESS_SITES: ["", "silent", "away", "hanging"].map((path) =>
          `http://127.0.0.1:${port}/${path}`
        ).concat("http://127.0.0.1:1/closed").join(),
      }),
      before({ url }) {
        const { pathname } = new URL(url);
        if (pathname === "/silent") return new Response("not for you");
        if (pathname === "/away") {
          return Response.redirect("http://elsewhere.test/");
        }
        if (pathname === "/hanging") {
          hanging++;
          return hung.promise;
        }
      },
    });
    await page.goto(`${site.main}/egress`);
    await page.until(
      `!document.querySelector(".egress-start button").disabled`,
    );
    await page.evaluate(`(() => { ${CLOCK} })()`);
    const probed = [
      ["IPv4 exit", "none"],
      ["IPv6 exit", "failed"],
      ["Preferred exit", "found"],
      ["Large response", "found"],
      ...["found", "reached", "blocked", "timed out"]
        .map((state) => [`127.0.0.1:${site.port}`, state]),
      ["127.0.0.1:1", "failed"],
    ];
    const { rows, webRtc } = await run(page, () => hanging);
    assert.deepEqual(rows.slice(0, probed.length), probed);
    // One for each address of this machine.
    const candidates = new Set(rows.slice(probed.length).map(String));
    assert.deepEqual([...candidates], ["Host,hidden by the browser"]);
    assert.deepEqual(webRtc, ["untested", "The STUN server did not respond."]);
    // As an extension does, and a setting.
    await page.evaluate("void (globalThis.RTCPeerConnection = null)");
    assert.deepEqual(await run(page, () => hanging), {
      rows: [...probed, ["WebRTC", "blocked"]],
      webRtc: ["untested", "Your browser or an extension blocked it."],
    });
    await page.evaluate("delete globalThis.RTCPeerConnection");
    assert.deepEqual(await run(page, () => hanging), {
      rows: [...probed, ["WebRTC", "not supported"]],
      webRtc: ["none", "Your browser has no WebRTC, or it is turned off."],
    });
    hung.resolve(new Response());
  },
);
