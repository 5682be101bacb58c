import { fill } from "../../i18n/language.ts";
import type { SpeedTexts } from "./texts.ts";

/** Three significant digits at most: `0.82`, `9.4`, `93.4`, `312`. */
function short(value: number): string {
  return value < 10
    ? `${Number(value.toFixed(2))}`
    : value < 100
    ? `${Number(value.toFixed(1))}`
    : `${Math.round(value)}`;
}

/** A duration: `12.3 ms`. */
export function msText(ms: number, { ms: text }: SpeedTexts): string {
  return fill(text, { value: short(ms) });
}

/** The highest rise of latency under load for each grade, in milliseconds. */
const GRADES = [[5, "A"], [30, "B"], [60, "C"], [200, "D"], [
  400,
  "E",
]] as const;

/** The grade of a rise of latency under load, in milliseconds. */
export function loadGrade(riseMs: number): string {
  return GRADES.find(([belowMs]) => riseMs < belowMs)?.[1] ?? "F";
}

/** Latency under load with its grade: `45 ms (+33 ms): C`. @param loadedMs null if unknown */
export function loadedText(
  loadedMs: number | null,
  idleMs: number,
  texts: SpeedTexts,
): string {
  if (loadedMs === null) return texts.tooShort;
  const riseMs = Math.max(0, loadedMs - idleMs);
  return fill(texts.loaded, {
    ms: msText(loadedMs, texts),
    rise: msText(riseMs, texts),
    grade: loadGrade(riseMs),
  });
}

/** A throughput in decimal units: `93.4 Mbit/s`, below one `820 kbit/s`. */
export function rateText(
  bitsPerSecond: number,
  { kbits, mbits }: SpeedTexts,
): string {
  return bitsPerSecond < 1e6
    ? fill(kbits, { value: short(bitsPerSecond / 1e3) })
    : fill(mbits, { value: short(bitsPerSecond / 1e6) });
}
