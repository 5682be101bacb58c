import { fill } from "../../i18n/language.ts";
import type { SpeedTexts } from "./speed_texts.ts";

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

/** A throughput in decimal units: `93.4 Mbit/s`, below one `820 kbit/s`. */
export function rateText(
  bitsPerSecond: number,
  { kbits, mbits }: SpeedTexts,
): string {
  return bitsPerSecond < 1e6
    ? fill(kbits, { value: short(bitsPerSecond / 1e3) })
    : fill(mbits, { value: short(bitsPerSecond / 1e6) });
}
