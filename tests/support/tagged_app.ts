/** The module of the built app. */
interface Built {
  default: {
    fetch(
      request: Request,
      info: Deno.ServeHandlerInfo,
    ): Response | Promise<Response>;
  };
}

const thread = (globalThis as { name?: string }).name || "main";

/**
 * The built app, but each response says which thread made it. A request with the
 * header `x-kill` ends the thread with an error, or with `x-kill: memory` by using up
 * its memory, unless it is the main one; one with `x-tell` is written to standard
 * error when it arrives.
 */
export async function tagged<T extends Built>(built: Promise<T>): Promise<T> {
  const { default: app, ...others } = await built;
  return {
    ...others,
    default: {
      async fetch(request: Request, info: Deno.ServeHandlerInfo) {
        const kill = request.headers.get("x-kill");
        if (thread !== "main" && kill) {
          setTimeout(() => {
            const kept: unknown[] = [];
            while (kill === "memory") kept.push(new Array(100_000).fill(kept));
            throw new Error("killed by a test");
          });
        }
        if (request.headers.has("x-tell")) console.error("arrived");
        const response = await app.fetch(request, info);
        response.headers.set("x-thread", thread);
        return response;
      },
    },
  } as T;
}
