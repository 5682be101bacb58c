import type { Context } from "fresh";
import { define, type State } from "../../define.ts";
import { fileResponse } from "../../lib/http/file_response.ts";
import { methods } from "../../lib/http/methods.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import {
  requireFile,
  requireManifest,
} from "../../lib/ipinfo/export/export_access.ts";

/** Sends an exported file. */
export async function exportedFile(
  ctx: Context<State>,
  name: string,
): Promise<Response> {
  const { req, state: { services, client } } = ctx;
  const manifest = await requireManifest(ctx);
  const file = requireFile(manifest, name);
  const { signal } = req;
  using held = new DisposableStack();
  held.use(await services.exports!.acquireReader({ client, signal }));
  const download = {
    ...file,
    path: services.exports!.pathOf(manifest, name),
    etag: file.md5,
    modifiedAt: manifest.madeAt,
  };
  return fileResponse(download, req, held.move(), services);
}

export const handler = define.handlers(methods({
  async GET(ctx: Context<State>) {
    enforceRateLimit(ctx);
    return await exportedFile(ctx, ctx.params.file);
  },
}));
