import { MAP_HEIGHT, MAP_WIDTH } from "./projection.ts";

/** Where a label stands to its dot. */
export type LabelSide = "end" | "start" | "above" | "below";

/** A dot with a label, in hundredths of the map's width and height. */
interface Labelled {
  x: number;
  y: number;
  label: string;
}

/** What a dot or a label takes of one axis, and where its dot is on it. */
interface Span {
  at: number;
  from: number;
  to: number;
}

/** What it takes of both axes. */
type Box = readonly [x: Span, y: Span];

/**
 * The narrowest map in CSS pixels, and what is drawn on it. Dots and labels
 * keep their size on a wider one, where all lies further apart.
 */
const NARROWEST = 280;
const DOT = 6;
const LINE = 16;
const LETTER = 7.5;
/** Chinese letters and punctuation, as wide as two of the others. */
const WIDE = /[\u2e80-\uffef]/g;

/** To which side of the dot the label is, in both axes: the first that is free is taken. */
const SIDES: readonly (readonly [LabelSide, dx: number, dy: number])[] = [
  ["end", 1, 0],
  ["start", -1, 0],
  ["below", 0, 1],
  ["above", 0, -1],
];

/** For each dot a side where its label covers no dot and no label before it, and does not leave the map; null where there is none. */
export function labelSides(marks: readonly Labelled[]): (LabelSide | null)[] {
  const taken = marks.map((mark) => boxAt(mark, DOT, DOT, 0, 0));
  return marks.map((mark) => {
    const half = mark.label.replace(WIDE, "__").length * LETTER / 2;
    for (const [side, dx, dy] of SIDES) {
      const box = boxAt(mark, half, LINE / 2, dx, dy);
      const [{ from, to }] = box;
      const isInside = from >= 0 && to <= NARROWEST;
      if (isInside && taken.every((other) => areApart(box, other))) {
        taken.push(box);
        return side;
      }
    }
    return null;
  });
}

function boxAt(
  { x, y }: Labelled,
  halfWidth: number,
  halfHeight: number,
  dx: number,
  dy: number,
): Box {
  const scale = NARROWEST / 100;
  return [
    spanAt(x * scale, halfWidth, dx),
    spanAt(y * scale * MAP_HEIGHT / MAP_WIDTH, halfHeight, dy),
  ];
}

function spanAt(at: number, half: number, side: number): Span {
  const middle = at + side * (half + DOT + 2);
  return { at, from: middle - half, to: middle + half };
}

/** Whether boxes are apart, and stay so on a wider map: in the order of their dots, which move away from each other. */
function areApart(one: Box, other: Box): boolean {
  return one.some((span, axis) =>
    isBefore(span, other[axis]) || isBefore(other[axis], span)
  );
}

function isBefore(a: Span, b: Span): boolean {
  return a.to <= b.from && a.at <= b.at;
}
