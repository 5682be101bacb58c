/** Starts the service so that several processes can listen on its port, like threads. */
const { serve } = Deno;
Object.assign(Deno, {
  serve: (options: Deno.ServeTcpOptions, handler: Deno.ServeHandler) =>
    serve({ ...options, reusePort: true }, handler),
});
const built = new URL("../../_server/main.mjs", import.meta.url);
await import(built.href);
