import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { jsonAnswer } from "../lib/http/answers.ts";
import { charge } from "../lib/http/limit.ts";
import { methods } from "../lib/http/methods.ts";

/** The description of the API, for programs. */
export const handler = define.handlers(methods({
  async GET({ url, state: { services, client } }: Context<State>) {
    charge(services.limits, "pages", client.key);
    // Loaded when it is asked for: a start need not wait for it.
    const { documentFor } = await import("../lib/openapi/documents.ts");
    const document = await documentFor(services, url);
    return jsonAnswer(document, { lifetime: "hour" });
  },
}));
