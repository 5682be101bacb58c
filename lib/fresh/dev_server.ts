import type { Handler } from "./handler.ts";

/** Where a page asks which run of the server it talks to. */
const ALIVE_URL = "/_fresh/alive";
const RELOAD_URL = "/_fresh/reload.js";

/** Reloads the page when the server has been started anew. */
const RELOAD = `let run;
new EventSource("${ALIVE_URL}").onmessage = ({ data }) => {
  if (run !== undefined && run !== data) location.reload();
  run = data;
};`;

/** Serves an app, and tells its pages when the server has been started anew. */
export async function serveWithReload(
  handler: Handler,
  options: Deno.ServeTcpOptions,
): Promise<void> {
  const run = crypto.randomUUID();
  await Deno.serve(options, async (req, info) => {
    const { pathname } = new URL(req.url);
    if (pathname === ALIVE_URL) return alive(run);
    if (pathname === RELOAD_URL) return typed("text/javascript", RELOAD);
    const response = await handler(req, info);
    const type = response.headers.get("content-type");
    if (!type?.startsWith("text/html")) return response;
    const script = `<script type="module" src="${RELOAD_URL}"></script>`;
    return new Response(await response.text() + script, response);
  }).finished;
}

/** A stream of events (HTML standard, section 9.2) that names the run and then stays open while it lasts. */
function alive(run: string): Response {
  const events = new ReadableStream<string>({
    start: (controller) => controller.enqueue(`retry: 300\ndata: ${run}\n\n`),
  });
  return typed(
    "text/event-stream",
    events.pipeThrough(new TextEncoderStream()),
  );
}

function typed(type: string, body: BodyInit): Response {
  return new Response(body, {
    headers: { "content-type": type, "cache-control": "no-store" },
  });
}
