import assert from "node:assert/strict";
import { WorldMap } from "../../../components/egress/WorldMap.tsx";
import { emptyReport } from "../../../lib/egress/view/report.ts";
import {
  placeOf,
  reportOf,
  V6,
  wholeSetup,
} from "../../lib/egress/view/reports.ts";
import { egressTexts } from "../../../lib/egress/view/texts.ts";
import { markup } from "./markup.ts";

const world = "/world.svg?v=1";
const render = (report: Parameters<typeof WorldMap>[0]["report"]) =>
  markup(<WorldMap report={report} texts={egressTexts.en} world={world} />);

Deno.test("WorldMap - uses the world outline", () => {
  const html = render(reportOf());
  assert.match(
    html,
    /<svg viewBox="[\d. ]+"><use class="map-sea" href="\/world\.svg\?v=1#sea">/,
  );
  assert.match(html, /<use class="map-land" href="\/world\.svg\?v=1#land">/);
});

Deno.test("WorldMap - has a name, and its places as text", () => {
  const html = render(reportOf());
  assert.match(
    html,
    /^<figure class="map"><svg role="img" aria-label="Map of your addresses" aria-describedby="map-places">/,
  );
  assert.match(
    html,
    /<figcaption id="map-places"><ul><li class="map-ipv4">IPv4, IPv6, DNS, WebRTC: Falkenstein, Germany<\/li><\/ul><\/figcaption>/,
  );
});

Deno.test("WorldMap - is left out if no address has a place", () =>
  assert.equal(render(emptyReport(wholeSetup)), ""));

Deno.test("WorldMap - has a dot for each place, and a line between the exits", () => {
  const html = render(reportOf({
    places: [placeOf(V6, { latitude: 0, longitude: 0 })],
  }));
  assert.match(
    html,
    /<line class="map-line" x1="52.59%" y1="18.72%" x2="47.56%" y2="81.22%"><\/line>/,
  );
  assert.equal(html.match(/<circle /g)?.length, 2);
  assert.match(
    html,
    /<circle class="map-mark map-ipv6" cx="47.56%" cy="81.22%" r="6"><\/circle>/,
  );
});

Deno.test("WorldMap - has no inline style, which the policy would block", () =>
  assert.doesNotMatch(render(reportOf()), /\sstyle=/));
