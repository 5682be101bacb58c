import type { FigureName, FigureView } from "../shared/analytics_view.ts";
import { numberText } from "../shared/time_text.ts";

const DASH = "–";
const MINUS = "−";
/** From here on a number is rounded: what is exact would not fit. */
const LARGE = 1_000_000;

/** A number of any size in few characters: `12,345`, `1.23M`. */
export function shortNumber(value: number): string {
  if (value < LARGE) return numberText(Math.round(value));
  return new Intl.NumberFormat("en", {
    notation: "compact",
    maximumFractionDigits: 2,
  }).format(value);
}

/** A figure and its change, in words; null stands for what there is nothing to reckon from. */
export function figureView(
  name: FigureName,
  value: number | null,
  before: number | null,
): FigureView {
  return {
    name,
    value: textOf(name, value) ?? DASH,
    before: textOf(name, before),
    change: changeText(name, value, before),
    tone: toneOf(name, value, before),
  };
}

function textOf(name: FigureName, value: number | null): string | null {
  if (value === null) return null;
  switch (name) {
    case "bounceRate":
      return `${(value * 100).toFixed(1)}%`;
    case "visitSeconds":
      return durationText(value);
    default:
      return shortNumber(value);
  }
}

function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m ${whole % 60}s`;
  return `${shortNumber(Math.floor(minutes / 60))}h ${minutes % 60}m`;
}

/** In percent; of a rate in points, as a percentage of percentages misleads. */
function changeText(
  name: FigureName,
  value: number | null,
  before: number | null,
): string | null {
  if (value === null || before === null) return null;
  if (name === "bounceRate") {
    const points = (value - before) * 100;
    return `${signed(points)} points`;
  }
  if (before === 0) return null;
  return `${signed((value - before) / before * 100)}%`;
}

function signed(amount: number): string {
  const text = Math.abs(amount) < 1000
    ? Math.abs(amount).toFixed(1)
    : shortNumber(Math.abs(amount));
  if (text === "0.0") return "±0";
  return `${amount < 0 ? MINUS : "+"}${text}`;
}

function toneOf(
  name: FigureName,
  value: number | null,
  before: number | null,
): FigureView["tone"] {
  if (value === null || before === null || value === before) return "same";
  // Whoever leaves after one page did not find more.
  const isBetter = name === "bounceRate" ? value < before : value > before;
  return isBetter ? "better" : "worse";
}
