/**
 * Like `main.ts`, but each response says which thread made it, and a request with
 * the header `x-kill` ends the thread with an error, unless it is the main one.
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
        const response: Response = await app.fetch(request, info);
        response.headers.set("x-thread", thread);
        return response;
      },
    },
  };
});
