import { byMethod } from "../../../define.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import { jsonResponse } from "../../../lib/http/responses.ts";
import { requireManifest } from "../../../lib/ipinfo/export/export_manifest.ts";

/** What geoipupdate asks for first: the checksums of editions. */
export const handler = byMethod({
  async GET(ctx) {
    enforceRateLimit(ctx);
    const { madeAt, editions } = await requireManifest(ctx);
    const wanted = ctx.url.searchParams.getAll("edition_id");
    return jsonResponse({
      databases: editions
        .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
        .map(({ name, md5 }) => ({
          edition_id: name,
          md5,
          date: new Date(madeAt).toISOString().slice(0, 10),
        })),
    });
  },
});
