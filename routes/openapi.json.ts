import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import {
  type KeptJson,
  keptJson,
  keptJsonAnswer,
} from "../lib/http/responses.ts";
import { charge } from "../lib/http/rate_limit.ts";
import { methods } from "../lib/http/methods.ts";
import { MadeOnce } from "../lib/core/cache.ts";
import { documentFor } from "../lib/docs/documents.ts";
import type { OpenapiDocument } from "../lib/docs/openapi_document.ts";

const kept = new MadeOnce<OpenapiDocument, "json", KeptJson>();

/** The description of the API, for programs. */
export const handler = define.handlers(methods({
  async GET({ req, url, state: { services, client } }: Context<State>) {
    charge(services.limits, "pages", client.key);
    const document = await documentFor(services, url);
    const json = kept.get(document, "json", () => keptJson(document));
    return keptJsonAnswer(json, req.headers);
  },
}));
