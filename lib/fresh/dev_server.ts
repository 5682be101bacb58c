import type { ListenOptions } from "./app.ts";
import type { Handler } from "./handler.ts";

/** Where a page asks which run of the server it talks to. */
export const ALIVE_URL = "/_fresh/alive";

/** Serves an app, and tells its pages when the server has been started anew. */
export async function serveWithReload(
  handler: Handler,
  options: ListenOptions,
): Promise<void> {
  const run = crypto.randomUUID();
  await Deno.serve(options, (req, info) => {
    return new URL(req.url).pathname === ALIVE_URL
      ? alive(run)
      : handler(req, info);
  }).finished;
}

/** A stream of events (HTML standard, section 9.2) that names the run and then stays open while it lasts. */
function alive(run: string): Response {
  const events = new ReadableStream<string>({
    start: (controller) => controller.enqueue(`retry: 300\ndata: ${run}\n\n`),
  });
  return new Response(events.pipeThrough(new TextEncoderStream()), {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    },
  });
}
