/**
 * Puts values into a text's slots: `fill("from {a} to {b}", { a: 1, b: 2 })`. For
 * texts that go to a browser as data, where no function can.
 */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(
    /\{(\w+)\}/g,
    (slot, name) => Object.hasOwn(values, name) ? `${values[name]}` : slot,
  );
}
