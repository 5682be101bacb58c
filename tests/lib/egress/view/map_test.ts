import { geoEqualEarth } from "d3-geo";
import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type LabelSide,
  labelSides,
  mapDrawing,
} from "../../../../lib/egress/view/map.ts";
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

Deno.test("project - maps 0°, 0° to the center", () => {
  assert.deepEqual(project(0, 0), { x: 500, y: 250 });
});

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

const at = (x: number, y: number, label = "IPv4") => ({ x, y, label });

Deno.test("labelSides - choose the first free side", () => {
  const cases: [ReturnType<typeof at>[], (LabelSide | null)[]][] = [
    [[], []],
    [[at(50, 50)], ["end"]],
    // At the edge of the map.
    [[at(98, 50)], ["start"]],
    // Close to each other.
    [[at(50, 50), at(54, 50)], ["start", "end"]],
    [[at(50, 50), at(50, 62)], ["end", "end"]],
    // Too long for both sides of the center.
    [[at(50, 50, "IPv4, IPv6, DNS, WebRTC")], ["below"]],
    // Chinese characters are wider than others.
    [[at(17, 50, "站点站"), at(45, 50)], ["end", "end"]],
    [[at(17, 50, "站点站点站"), at(45, 50)], ["below", "end"]],
    [[at(17, 50, "abcde"), at(45, 50)], ["end", "end"]],
    // Surrounded by others.
    [
      [at(50, 50), at(45, 50), at(55, 50), at(50, 38), at(50, 62)],
      [null, "start", "end", "end", "end"],
    ],
  ];
  for (const [marks, sides] of cases) {
    assert.deepEqual(labelSides(marks), sides);
  }
});

Deno.test("labelSides - never overlap on maps from 280 pixels in width", () => {
  const spot = fc.double({ min: 2, max: 98, noNaN: true });
  const label = fc.constantFrom("IPv4", "IPv6", "DNS", "IPv4, DNS, WebRTC");
  const marks = fc.array(
    fc.record({ x: spot, y: spot, label }),
    { maxLength: 12 },
  );
  const width = fc.integer({ min: 280, max: 1000 });
  fc.assert(fc.property(marks, width, (marks, width) => {
    const sides = labelSides(marks);
    const dots = marks.map(({ x, y }) => [x * width / 100, y * width / 200]);
    const labels = marks.flatMap(({ label }, i) => {
      const side = sides[i];
      if (side === null) return [];
      // The maximum size of a bold label of 12 pixels.
      const [wide, high] = [label.length * 7.5, 16];
      const [x, y] = dots[i];
      const left = {
        end: x + 8,
        start: x - 8 - wide,
        above: x - wide / 2,
        below: x - wide / 2,
      }[side];
      const top = {
        end: y - high / 2,
        start: y - high / 2,
        above: y - 8 - high,
        below: y + 8,
      }[side];
      return [{ left, top, right: left + wide, bottom: top + high }];
    });
    for (const [i, one] of labels.entries()) {
      assert(one.left >= -1e-6 && one.right <= width + 1e-6);
      for (const other of labels.slice(i + 1)) {
        assert(
          one.right <= other.left + 1e-6 || other.right <= one.left + 1e-6 ||
            one.bottom <= other.top + 1e-6 || other.bottom <= one.top + 1e-6,
        );
      }
      for (const [x, y] of dots) {
        assert(
          x <= one.left || x >= one.right || y <= one.top || y >= one.bottom,
        );
      }
    }
  }));
});

const { en } = egressTexts;

const PARIS = "90.84.1.1";

Deno.test("mapDrawing - has one dot per place", () => {
  assert.deepEqual(mapDrawing(reportOf(), en), {
    marks: [{
      x: 52.75,
      y: 15.83,
      label: "IPv4, IPv6, DNS, WebRTC",
      side: "below",
      text: "IPv4, IPv6, DNS, WebRTC: Falkenstein, Germany",
      isExit: true,
    }],
    line: null,
  });
});

Deno.test("mapDrawing - has a line between distant exits, and dots for the others", () => {
  const report = reportOf({
    resolvers: found([resolver(PARIS)]),
    resolversV6: found([]),
    candidates: found([candidate("9.9.9.9"), candidate("4f1c.local")]),
    sites: [{
      url: "https://site.test",
      probe: found({ exit: { ip: "9.9.9.10", family: 4 as const } }),
    }],
    places: [
      placeOf(PARIS, inParis),
      placeOf(V6, {
        country: null,
        region: null,
        city: null,
        latitude: 0,
        longitude: 0,
      }),
      placeOf("9.9.9.9", { latitude: null }),
      placeOf("9.9.9.10", { latitude: -36.85, longitude: 174.76 }),
    ],
  });
  const { marks, line } = mapDrawing(report, en);
  assert.deepEqual(
    marks.map(({ text, isExit, side }) => [text, isExit, side]),
    [
      ["IPv4: Falkenstein, Germany", true, "end"],
      ["IPv6", true, "end"],
      ["DNS: Paris, France", false, "start"],
      ["Site: Falkenstein, Germany", false, "start"],
    ],
  );
  assert.deepEqual(line, { from: marks[0], to: marks[1] });
  assert.deepEqual([marks[1].x, marks[1].y], [50, 50]);
  assert.deepEqual([marks[2].x, marks[2].y], [50.53, 16.76]);
});

Deno.test("mapDrawing - is empty without places", () => {
  const empty = { marks: [], line: null };
  assert.deepEqual(mapDrawing(emptyReport(wholeSetup), en), empty);
  assert.deepEqual(mapDrawing({ ...reportOf(), places: {} }, en), empty);
});
