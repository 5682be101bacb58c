import { byMethod } from "../../../define.ts";
import { notFound } from "../../../lib/core/errors.ts";
import { choiceOf } from "../../../lib/http/query.ts";
import { enforceRateLimit } from "../../../lib/http/rate_limit.ts";
import {
  requireManifest,
  requireNamed,
} from "../../../lib/ipinfo/export/export_manifest.ts";
import { exportedFile } from "../../export/[file].ts";

/** What geoipupdate downloads. There is only the newest, whatever its date. */
export const handler = byMethod({
  async GET(ctx) {
    enforceRateLimit(ctx);
    const [, name, action] =
      /^([\w-]+)\/(download|update)\/?$/.exec(ctx.params.path) ?? [];
    if (name === undefined) throw notFound();
    const suffix = choiceOf(ctx, "suffix", ["tar.gz"]) ?? "tar.gz";
    const manifest = await requireManifest(ctx);
    const archive = `${name}.${suffix}`;
    if (action === "download") {
      return await exportedFile(ctx, manifest, archive);
    }
    // Before version 7: the database alone, unless the client has it.
    const { md5, packed } = requireNamed(manifest.editions, name);
    if (ctx.url.searchParams.get("db_md5") === md5) {
      return new Response(null, { status: 304 });
    }
    const [start, end] = packed;
    return await exportedFile(ctx, manifest, archive, {
      name: `${name}.mmdb.gz`,
      offset: start,
      bytes: end - start,
      etag: `${md5}-gz`,
      headers: { "x-database-md5": md5 },
    });
  },
});
