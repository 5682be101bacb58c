export type Point = readonly [x: number, y: number];

/**
 * A ring of points without those that its shape hardly needs: while there are
 * more than three, the point that makes the smallest triangle with its
 * neighbours goes, as long as that is below an area (Visvalingam and Whyatt:
 * "Line generalisation by repeated elimination of points", The Cartographic
 * Journal 30(1), 1993). Takes time in the square of their number: for a build.
 */
export function simplifyRing(
  ring: readonly Point[],
  minArea: number,
): Point[] {
  const points = [...ring];
  while (points.length > 3) {
    const areas = points.map((point, i) =>
      triangleArea(points.at(i - 1)!, point, points[(i + 1) % points.length])
    );
    const smallest = Math.min(...areas);
    if (smallest >= minArea) break;
    points.splice(areas.indexOf(smallest), 1);
  }
  return points;
}

function triangleArea([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
}
