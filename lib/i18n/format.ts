import { numberText } from "./language.ts";

type Value = string | number;

const PLACEHOLDER = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

/**
 * Texts split at their placeholders: text, name, two forms, text, and so on. Whoever
 * exceeds a rate limit gets the same sentence again and again.
 */
const split = new Map<string, readonly string[]>();

/**
 * A text of a catalogue with its values: `{max}` is a value, and `{count|is|are}` the
 * first form for 1, the second for any other number.
 *
 * @param textOf formats a value; by default, numbers have thousands separators
 */
export function formatText<Values extends object = Record<string, Value>>(
  text: string,
  values: Values,
  textOf: (value: unknown, name: string) => string = valueText,
): string {
  let parts = split.get(text);
  if (parts === undefined) split.set(text, parts = text.split(PLACEHOLDER));
  let formatted = parts[0];
  for (let i = 1; i < parts.length; i += 4) {
    const [name, one, other] = [parts[i], parts[i + 1], parts[i + 2]];
    const value = values[name as keyof Values];
    formatted += one === undefined
      ? textOf(value, name)
      : Number(value) === 1
      ? one
      : other;
    formatted += parts[i + 3];
  }
  return formatted;
}

function valueText(value: unknown): string {
  return typeof value === "number" ? numberText(value) : String(value);
}
