import { byMethod } from "../../define.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { jsonResponse } from "../../lib/http/responses.ts";
import { requireManifest } from "../../lib/ipinfo/export/export_manifest.ts";

/** The files that others can download. */
export const handler = byMethod({
  async GET(ctx) {
    enforceRateLimit(ctx);
    const { madeAt, files } = await requireManifest(ctx);
    return jsonResponse({
      made_at: new Date(madeAt).toISOString(),
      files: files.map(({ name, type, bytes, md5 }) => ({
        ...{ name, path: `/export/${name}`, type, bytes, md5 },
      })),
    });
  },
});
