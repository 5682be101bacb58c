import { geoEqualEarth } from "d3-geo";
import fc from "fast-check";
import assert from "node:assert/strict";
import { mapDrawing } from "../../../../lib/egress/view/map.ts";
import {
  MAP_HEIGHT,
  MAP_SCALE,
  MAP_WIDTH,
  project,
} from "../../../../lib/ipinfo/view/world_map.ts";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import {
  candidate,
  found,
  inParis,
  placeOf,
  reportOf,
  resolver,
  V6,
  wholeSetup,
} from "./reports.ts";

const degrees = (max: number) =>
  fc.double({ min: -max, max, noNaN: true, noDefaultInfinity: true });
const latitude = degrees(90);
const longitude = degrees(180);

Deno.test("project - maps 0°, 0° to the center", () =>
  assert.deepEqual(project(0, 0), { x: 500, y: 250 }));

Deno.test("project - keeps every place on the map", () => {
  fc.assert(fc.property(latitude, longitude, (lat, lon) => {
    const { x, y } = project(lat, lon);
    assert(x >= 0 && x <= MAP_WIDTH && y >= 0 && y <= MAP_HEIGHT);
  }));
});

Deno.test("project - agrees with d3-geo", () => {
  const drawn = geoEqualEarth()
    .scale(MAP_SCALE)
    .translate([MAP_WIDTH / 2, MAP_HEIGHT / 2]);
  // The projection maps the antimeridian to the other side.
  fc.assert(fc.property(latitude, degrees(179.99), (lat, lon) => {
    const { x, y } = project(lat, lon);
    const point = drawn([lon, lat]);
    assert(point !== null);
    assert(Math.hypot(x - point[0], y - point[1]) < 1e-6);
  }));
});

Deno.test("project - maps north above south and east to the right of west", () => {
  const steps = (max: number) => fc.integer({ min: -max, max: max - 1 });
  fc.assert(fc.property(steps(90), steps(180), (lat, lon) => {
    const here = project(lat, lon);
    assert(project(lat + 1, lon).y < here.y);
    assert(project(lat, lon + 1).x > here.x);
  }));
});

const { en } = egressTexts;

const PARIS = "90.84.1.1";

Deno.test("mapDrawing - has one dot per place", () => {
  assert.deepEqual(mapDrawing(reportOf(), en), {
    // The dot is in its middle.
    viewBox: "418 24 220 110",
    marks: [{
      x: 49.78,
      y: 50.15,
      text: "IPv4, IPv6, DNS, WebRTC: Falkenstein, Germany",
      part: "ipv4",
    }],
    line: null,
  });
});

Deno.test("mapDrawing - has a line between distant exits, and dots for the others", () => {
  const unnamed = { country: null, region: null, city: null };
  const exit = { ip: "9.9.9.10", family: 4 } as const;
  const report = reportOf({
    resolvers: found([resolver(PARIS)]),
    resolversV6: found([]),
    candidates: found([candidate("9.9.9.9"), candidate("4f1c.local")]),
    sites: [{ url: "https://site.test", probe: found({ exit }) }],
    places: [
      placeOf(PARIS, inParis),
      placeOf(V6, { ...unnamed, latitude: 0, longitude: 0 }),
      placeOf("9.9.9.9", { latitude: null }),
      placeOf("9.9.9.10", { latitude: -36.85, longitude: 174.76 }),
    ],
  });
  const { marks, line } = mapDrawing(report, en);
  assert.deepEqual(marks.map(({ text, part }) => [text, part]), [
    ["IPv4: Falkenstein, Germany", "ipv4"],
    ["IPv6", "ipv6"],
    ["DNS: Paris, France", "dns"],
    ["Site: Falkenstein, Germany", "site"],
  ]);
  assert.deepEqual(line, { from: marks[0], to: marks[1] });
  assert.deepEqual([marks[1].x, marks[1].y], [47.99, 52.05]);
  assert.deepEqual([marks[2].x, marks[2].y], [48.54, 17.44]);
});

Deno.test("mapDrawing - is empty without places", () => {
  const empty = { viewBox: "0 0 1000 500", marks: [], line: null };
  assert.deepEqual(mapDrawing(emptyReport(wholeSetup), en), empty);
  assert.deepEqual(mapDrawing({ ...reportOf(), places: {} }, en), empty);
});
