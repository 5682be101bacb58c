/**
 * Like `main.ts`, but each response says which thread made it. A request with the
 * header `x-kill` ends the thread with an error, unless it is the main one; one with
 * `x-tell` is written to standard error when it arrives.
 */
import { main } from "../../main.ts";

const url = new URL("../../_fresh/server.js", import.meta.url).href;
const thread = "WorkerGlobalScope" in globalThis ? self.name : "main";

main(async () => {
  const { default: app, ...others } = await import(url);
  return {
    ...others,
    default: {
      async fetch(request: Request, info: Deno.ServeHandlerInfo) {
        if (thread !== "main" && request.headers.has("x-kill")) {
          setTimeout(() => {
            throw new Error("killed by a test");
          });
        }
        if (request.headers.has("x-tell")) console.error("arrived");
        const response: Response = await app.fetch(request, info);
        response.headers.set("x-thread", thread);
        return response;
      },
    },
  };
});
