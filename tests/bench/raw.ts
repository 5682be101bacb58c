/**
 * The handler that `GET /` is held against: the least a Deno server can do to
 * give the same answer with the same headers.
 */
const headers = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "vary": "accept",
  "access-control-allow-origin": "*",
  "x-content-type-options": "nosniff",
};

Deno.serve(
  { port: Number(Deno.args[0]), hostname: "127.0.0.1", onListen() {} },
  (_request, { remoteAddr }) =>
    new Response(remoteAddr.hostname + "\n", { headers }),
);
