import { HttpError } from "fresh";
import { define } from "../define.ts";
import { isShortTarget } from "../lib/http/url_rows.ts";
import { factHandlers } from "../lib/ipinfo/facts.ts";
import { handler as geoip } from "./api/geoip/[target].ts";

/**
 * One fact about the client, such as `/country`, or the short form of the GeoIP
 * endpoint. A word without a dot or colon is not a target.
 */
export const handler = define.handlers((ctx) => {
  const { pathname } = ctx.url;
  const fact = factHandlers.get(pathname);
  if (fact) return fact(ctx);
  if (!isShortTarget(pathname)) throw new HttpError(404);
  return geoip(ctx);
});
