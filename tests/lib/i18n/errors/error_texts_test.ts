import assert from "node:assert/strict";
import {
  counted,
  type ErrorTexts,
  isoTime,
} from "../../../../lib/i18n/errors/error_texts.ts";

interface Reasons {
  plain: Record<never, never>;
  counted: { max: number };
}

/** Texts that must or must not compile. */
export const texts: readonly ErrorTexts<Reasons>[] = [
  {
    plain: { en: "No.", zh: "不。" },
    counted: { en: ({ max }) => `${max}`, zh: ({ max }) => `${max}` },
  },
  // @ts-expect-error: a reason without a text
  { plain: { en: "No.", zh: "不。" } },
  {
    // @ts-expect-error: a reason without a text in Chinese
    plain: { en: "No." },
    counted: { en: ({ max }) => `${max}`, zh: ({ max }) => `${max}` },
  },
  {
    plain: { en: "No.", zh: "不。" },
    // @ts-expect-error: a text that leaves its parameters out
    counted: { en: "No.", zh: ({ max }) => `${max}` },
  },
  {
    plain: { en: "No.", zh: "不。" },
    // @ts-expect-error: a parameter that the reason does not have
    counted: { en: ({ min }) => `${min}`, zh: ({ max }) => `${max}` },
  },
];

Deno.test("counted - singular and plural", () => {
  assert.equal(counted(1, "second"), "1 second");
  assert.equal(counted(0, "second"), "0 seconds");
  assert.equal(counted(2, "more second"), "2 more seconds");
});

Deno.test("isoTime - rounds up to whole seconds", () => {
  const timeMs = Date.UTC(2026, 10, 21, 12);
  assert.equal(isoTime(timeMs), "2026-11-21T12:00:00Z");
  assert.equal(isoTime(timeMs + 1), "2026-11-21T12:00:01Z");
});
