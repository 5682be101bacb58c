/** How many spaces a chart's axis is divided into, at most. */
const SPACES = 4;

/** Round marks of an axis for whole numbers, from 0 to at least `max`. */
export function axisTicks(max: number): number[] {
  const rough = Math.max(max, 1) / SPACES;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude)
    .find((candidate) => candidate >= rough) ?? 10 * magnitude;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}
