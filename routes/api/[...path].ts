import { HttpError } from "fresh";
import { define } from "../../define.ts";

/** What no other API route answers; without it an API path could fall to a page. */
export const handler = define.handlers(() => {
  throw new HttpError(404);
});
