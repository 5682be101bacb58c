import { HttpError } from "fresh";
import { define } from "../define.ts";
import { isShortTarget } from "../lib/http/url_rows.ts";
import { factHandlers } from "../lib/ipinfo/facts.ts";
import { handler as geoip } from "./api/geoip/[target].ts";

/**
 * One fact about the caller, such as `/country`, or the short form of the GeoIP
 * endpoint. Any other word without dot or colon is no target.
 */
export const handler = define.handlers((ctx) => {
  const { pathname } = ctx.url;
  const fact = factHandlers.get(pathname);
  if (fact) return fact(ctx);
  if (!isShortTarget(pathname)) throw new HttpError(404);
  return geoip(ctx);
});
