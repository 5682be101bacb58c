import { HttpError } from "fresh";
import { define } from "../define.ts";
import { errorAnswer } from "../lib/http/answers.ts";
import { AppError, asAppError } from "../lib/http/errors.ts";
import { faceOf, hostServes } from "../lib/http/faces.ts";
import { placeOf } from "../lib/http/front.ts";
import { describeError } from "../lib/log.ts";

/** Who asks, on which host, and the form of an error there: known before any route. */
export default define.middleware(async (ctx) => {
  const { services } = ctx.state;
  const { authority, pathname } = placeOf(ctx.req.url);
  const role = services.hostRole(authority);
  const peer = ctx.info.remoteAddr as Deno.NetAddr;
  const client = services.clientAddress(peer.hostname, ctx.req.headers);
  ctx.state.role = role;
  ctx.state.client = client;
  try {
    if (services.limits.isBanned(client.key)) {
      throw new AppError(
        403,
        "FORBIDDEN",
        "Requests from this address are refused for a while, after too many of them.",
      );
    }
    if (!hostServes(role, pathname, services.config.API_URL !== undefined)) {
      throw new HttpError(404);
    }
    return await ctx.next();
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500) {
      services.log.error("request failed", {
        path: pathname,
        error: describeError(error),
      });
    }
    const face = faceOf(role, pathname, ctx.req.headers.get("accept"));
    // Pages are rendered by routes/_error.tsx, which is called above this.
    if (face === "page") throw error;
    return errorAnswer(error, face);
  }
});
