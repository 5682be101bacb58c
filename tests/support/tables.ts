/** Tables of cases. */
import assert from "node:assert/strict";

/** Asserts the result for each input. A failure shows the inputs whose results differ. */
export function assertResults<T>(
  call: (input: string) => T,
  expected: Record<string, T>,
) {
  const found = Object.keys(expected).map((input) => [input, call(input)]);
  assert.deepEqual(Object.fromEntries(found), expected);
}

/** The words of a text, whose backslashes are plain characters. */
export function words(text: TemplateStringsArray, ...values: unknown[]) {
  return String.raw(text, ...values).trim().split(/\s+/);
}
