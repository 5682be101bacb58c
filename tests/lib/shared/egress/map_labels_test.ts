import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type LabelSide,
  labelSides,
} from "../../../../lib/shared/egress/map_labels.ts";

const at = (x: number, y: number, label = "IPv4") => ({ x, y, label });

Deno.test("labelSides - take the side that is free", () => {
  const cases: [ReturnType<typeof at>[], (LabelSide | null)[]][] = [
    [[], []],
    [[at(50, 50)], ["end"]],
    // At the edge of the map.
    [[at(98, 50)], ["start"]],
    // Close to each other.
    [[at(50, 50), at(54, 50)], ["start", "end"]],
    [[at(50, 50), at(50, 62)], ["end", "end"]],
    // Too long for either side of the middle.
    [[at(50, 50, "IPv4, IPv6, DNS, WebRTC")], ["below"]],
    // Chinese letters take more than others.
    [[at(17, 50, "站点站"), at(45, 50)], ["end", "end"]],
    [[at(17, 50, "站点站点站"), at(45, 50)], ["below", "end"]],
    [[at(17, 50, "abcde"), at(45, 50)], ["end", "end"]],
    // Among too many.
    [
      [at(50, 50), at(45, 50), at(55, 50), at(50, 38), at(50, 62)],
      [null, "start", "end", "end", "end"],
    ],
  ];
  for (const [marks, sides] of cases) {
    assert.deepEqual(labelSides(marks), sides);
  }
});

Deno.test("labelSides - cover nothing, on a map of any width from 280 pixels", () => {
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
      // As wide as twelve bold pixels are at most, and as high.
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
