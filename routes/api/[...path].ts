import { HttpError } from "fresh";
import { define } from "../../define.ts";

/** All other API paths. Without this route, a page could match them. */
export const handler = define.handlers(() => {
  throw new HttpError(404);
});
