import { byMethod } from "../define.ts";
import {
  type CachedJson,
  cachedJsonResponse,
  cacheJson,
} from "../lib/http/responses.ts";
import { enforceRateLimit } from "../lib/http/rate_limit.ts";
import { documentFor } from "../lib/docs/document_cache.ts";
import type { OpenapiDocument } from "../lib/docs/document.ts";

const jsonOfDocument = new WeakMap<OpenapiDocument, CachedJson>();

export const handler = byMethod({
  async GET(ctx) {
    const { req, url, state: { services } } = ctx;
    enforceRateLimit(ctx);
    const document = await documentFor(services, url);
    const json = jsonOfDocument.getOrInsertComputed(document, cacheJson);
    return cachedJsonResponse(json, req.headers);
  },
});
