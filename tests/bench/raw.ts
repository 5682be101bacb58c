/**
 * The baseline of `GET /`: the least work with which a Deno server can send the
 * same response with the same headers. With `negotiating` as the second argument,
 * it also reads `Accept`, which content negotiation requires.
 */
import { corsHeaders } from "../../lib/http/responses.ts";

const headers = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "vary": "accept",
  ...corsHeaders,
  "x-content-type-options": "nosniff",
};

const [port, kind] = Deno.args;
const options = { port: Number(port), hostname: "127.0.0.1", onListen() {} };

if (kind === "negotiating") {
  Deno.serve(options, ({ headers: requestHeaders }, { remoteAddr }) => {
    const status = requestHeaders.get("accept") === "text/html" ? 406 : 200;
    return new Response(remoteAddr.hostname + "\n", { status, headers });
  });
} else {
  Deno.serve(
    options,
    (_request, { remoteAddr }) =>
      new Response(remoteAddr.hostname + "\n", { headers }),
  );
}
