import type { Context } from "fresh";
import { byMethod, type State } from "../../define.ts";
import { type Download, fileResponse } from "../../lib/http/file_response.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import {
  type ExportManifest,
  requireManifest,
  requireNamed,
} from "../../lib/ipinfo/export/export_manifest.ts";

/** Sends a file of an export, or with other bounds a part of it. */
export async function exportedFile(
  { req, state: { services, client } }: Context<State>,
  manifest: ExportManifest,
  name: string,
  part: Partial<Download> = {},
): Promise<Response> {
  const file = requireNamed(manifest.files, name);
  const { signal } = req;
  using held = new DisposableStack();
  held.use(await services.exports!.acquireReader({ client, signal }));
  const download = {
    ...file,
    path: services.exports!.pathOf(manifest, name),
    etag: file.md5,
    modifiedAt: manifest.madeAt,
    ...part,
  };
  return fileResponse(download, req, held.move(), services);
}

export const handler = byMethod({
  async GET(ctx) {
    enforceRateLimit(ctx);
    const manifest = await requireManifest(ctx);
    return await exportedFile(ctx, manifest, ctx.params.file);
  },
});
