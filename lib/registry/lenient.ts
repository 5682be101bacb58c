import { z } from "zod";
import { isHonest } from "../data/clean_text.ts";

/** Longer texts are no names of anything. */
const MAX_TEXT = 1000;

/** One line of text; null for anything else, for what is empty and for what is not what it looks like. */
export const lenientText = z.string().max(MAX_TEXT)
  .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
  .transform((text) => text && isHonest(text) ? text : null)
  .nullable().catch(null);

/** A URL to show as a link: HTTP or HTTPS, and with nothing before the host that reads as another host. */
export const webUrl = z.url({ protocol: /^https?$/, normalize: true })
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === "" && password === "";
  });

/** No record has more of anything; what is small in the answer is not small to work through. */
const MAX_ITEMS = 1000;

/** A list of what fits; items that do not are dropped, and those behind the first thousand. No list is an empty one. */
export function lenientList<T>(item: z.ZodType<T>) {
  return z.array(z.unknown()).catch([]).transform((items) =>
    items.slice(0, MAX_ITEMS).flatMap((value) => {
      const { success, data } = item.safeParse(value);
      return success ? [data] : [];
    })
  );
}

/** A list of the texts that are not empty. */
export const lenientTexts = lenientList(lenientText)
  .transform((texts) => texts.filter((text) => text !== null));
