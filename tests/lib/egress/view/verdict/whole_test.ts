import assert from "node:assert/strict";
import { headlineText } from "../../../../../lib/egress/view/verdict/sentences.ts";
import { PART_NAMES } from "../../../../../lib/egress/view/verdict/verdict.ts";
import { verdictOn } from "../../../../../lib/egress/view/verdict/whole.ts";
import { egressTexts } from "../../../../../lib/egress/view/texts.ts";
import { addressIn, reportIn, SCENARIOS } from "./scenarios.ts";

for (const scenario of SCENARIOS) {
  const { name, whole, parts, headline } = scenario;
  Deno.test(`verdictOn - ${name}: ${whole}`, () => {
    const report = reportIn(scenario);
    const verdict = verdictOn(report);
    assert.deepEqual(
      [verdict.state, ...PART_NAMES.map((part) => verdict.parts[part].state)],
      [whole, ...parts],
    );
    if (headline) {
      assert.equal(headlineText(report, verdict, egressTexts.en), headline);
    }
  });
}

Deno.test("verdictOn - a browser without candidates has shown nothing if no STUN server was asked", () => {
  // Without consent to the camera, Chromium may offer only what a STUN server saw.
  const scenario = SCENARIOS.find(({ webrtc }) => webrtc === "")!;
  const report = reportIn(scenario);
  const { reason: seen } = verdictOn(report).parts.webrtc;
  assert.equal(seen.code, "none");
  const { state, reason } = verdictOn({ ...report, isWithoutStun: true })
    .parts.webrtc;
  assert.deepEqual([state, reason.code], ["untested", "not_offered"]);
});

Deno.test("verdictOn - a network to which an address is only registered proves no tunnel", () => {
  const base = SCENARIOS.find(({ name }) => name === "a VPN that carries all")!;
  const stateOf = (isRegistered: boolean) => {
    // In the network of the VPN, whose kind is unknown.
    const name = "vpnUnlisted6";
    const report = reportIn({ ...base, v6: name, dns: name });
    const ip = addressIn(name);
    const place = { ...report.places[ip], isRegistered };
    const places = { ...report.places, [ip]: place };
    const { ipv6, dns } = verdictOn({ ...report, places }).parts;
    return [ipv6.state, dns.state];
  };
  assert.deepEqual(stateOf(false), ["ok", "ok"]);
  assert.deepEqual(stateOf(true), ["unsure", "unsure"]);
});
