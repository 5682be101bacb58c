import { formatText } from "../i18n/format.ts";
import type { FigureName, FigureView } from "./view/dashboard_view.ts";
import { type Language, LANGUAGE_TAGS, numberText } from "../i18n/language.ts";
import { adminAnalyticsTexts } from "./view/texts.ts";

/** Maximum number of intervals of an axis. */
const SPACES = 4;

/** Round ticks of an axis for whole numbers, from 0 to at least `max`. */
export function axisTicks(max: number): number[] {
  const rough = Math.max(max, 1) / SPACES;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude)
    .find((candidate) => candidate >= rough) ?? 10 * magnitude;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

const DASH = "–";
const MINUS = "−";
/** Larger numbers are rounded, because the exact ones would not fit. */
const LARGE = 1_000_000;

/** Formats any number in few characters: `12,345`, `1.23M`, `123.46万`. */
export function shortNumber(value: number, language: Language = "en"): string {
  if (value < LARGE) return numberText(Math.round(value));
  return new Intl.NumberFormat(LANGUAGE_TAGS[language], {
    notation: "compact",
    maximumFractionDigits: 2,
  }).format(value);
}

/**
 * Formats a figure and its change. Null if there is nothing to calculate it from.
 */
export function figureView(
  name: FigureName,
  value: number | null,
  before: number | null,
  language: Language = "en",
): FigureView {
  return {
    name,
    value: textOf(name, value, language) ?? DASH,
    before: textOf(name, before, language),
    change: changeText(name, value, before, language),
    tone: toneOf(name, value, before),
  };
}

function textOf(
  name: FigureName,
  value: number | null,
  language: Language,
): string | null {
  if (value === null) return null;
  switch (name) {
    case "bounceRate":
      return `${(value * 100).toFixed(1)}%`;
    case "visitSeconds":
      return durationText(value, language);
    default:
      return shortNumber(value, language);
  }
}

function durationText(seconds: number, language: Language): string {
  const { duration } = adminAnalyticsTexts[language];
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const text = minutes >= 60 ? "hours" : minutes > 0 ? "minutes" : "seconds";
  return formatText(duration[text], {
    hours: shortNumber(Math.floor(minutes / 60), language),
    minutes: minutes % 60,
    seconds: whole % 60,
  });
}

/** The change in percent; for a rate, in percentage points, because a percentage of a percentage misleads. */
function changeText(
  name: FigureName,
  value: number | null,
  before: number | null,
  language: Language,
): string | null {
  if (value === null || before === null) return null;
  if (name === "bounceRate") {
    const points = signed((value - before) * 100, language);
    return formatText(adminAnalyticsTexts[language].points, { amount: points });
  }
  if (before === 0) return null;
  return `${signed((value - before) / before * 100, language)}%`;
}

function signed(amount: number, language: Language): string {
  const text = Math.abs(amount) < 1000
    ? Math.abs(amount).toFixed(1)
    : shortNumber(Math.abs(amount), language);
  if (text === "0.0") return "±0";
  return `${amount < 0 ? MINUS : "+"}${text}`;
}

function toneOf(
  name: FigureName,
  value: number | null,
  before: number | null,
): FigureView["tone"] {
  if (value === null || before === null) return "same";
  // A higher bounce rate is worse: more visitors leave after one page.
  const gain = name === "bounceRate" ? before - value : value - before;
  return gain > 0 ? "better" : gain < 0 ? "worse" : "same";
}
