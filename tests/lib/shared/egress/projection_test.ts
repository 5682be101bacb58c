import { geoEqualEarth } from "d3-geo";
import fc from "fast-check";
import assert from "node:assert/strict";
import {
  MAP_HEIGHT,
  MAP_SCALE,
  MAP_WIDTH,
  project,
} from "../../../../lib/shared/egress/projection.ts";

const degrees = (max: number) =>
  fc.double({ min: -max, max, noNaN: true, noDefaultInfinity: true });
const latitude = degrees(90);
const longitude = degrees(180);

Deno.test("project - puts the middle of the earth into the middle", () => {
  assert.deepEqual(project(0, 0), { x: 500, y: 250 });
});

Deno.test("project - keeps every place on the map", () => {
  fc.assert(fc.property(latitude, longitude, (lat, lon) => {
    const { x, y } = project(lat, lon);
    assert(x >= 0 && x <= MAP_WIDTH && y >= 0 && y <= MAP_HEIGHT);
  }));
});

Deno.test("project - is what d3-geo draws with", () => {
  const drawn = geoEqualEarth()
    .scale(MAP_SCALE)
    .translate([MAP_WIDTH / 2, MAP_HEIGHT / 2]);
  // The projection turns the antimeridian to the other side.
  fc.assert(fc.property(latitude, degrees(179.99), (lat, lon) => {
    const { x, y } = project(lat, lon);
    const point = drawn([lon, lat]);
    assert(point !== null);
    assert(Math.hypot(x - point[0], y - point[1]) < 1e-6);
  }));
});

Deno.test("project - lays north above south and east right of west", () => {
  const steps = (max: number) => fc.integer({ min: -max, max: max - 1 });
  fc.assert(fc.property(steps(90), steps(180), (lat, lon) => {
    const here = project(lat, lon);
    assert(project(lat + 1, lon).y < here.y);
    assert(project(lat, lon + 1).x > here.x);
  }));
});
