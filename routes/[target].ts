import { HttpError } from "fresh";
import { define } from "../define.ts";
import { isShortTarget } from "../lib/http/error_format.ts";
import { handler as geoip } from "./api/geoip/[target].ts";

/** The short form of the GeoIP endpoint. A word without dot or colon is no target. */
export const handler = define.handlers((ctx) => {
  if (!isShortTarget(ctx.url.pathname)) throw new HttpError(404);
  return geoip(ctx);
});
