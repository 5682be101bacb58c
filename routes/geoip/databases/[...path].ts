import type { Context } from "fresh";
import { define, type State } from "../../../define.ts";
import { notFound } from "../../../lib/core/errors.ts";
import { methods } from "../../../lib/http/methods.ts";
import { choiceOf } from "../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { exportedFile } from "../../export/[file].ts";

/** The archive that geoipupdate downloads. There is only the newest, whatever its date. */
export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    const edition = /^([\w-]+)\/download\/?$/.exec(ctx.params.path)?.[1];
    if (edition === undefined) throw notFound();
    const suffix = choiceOf(ctx, "suffix", ["tar.gz"]) ?? "tar.gz";
    return await exportedFile(ctx, `${edition}.${suffix}`);
  },
}));
