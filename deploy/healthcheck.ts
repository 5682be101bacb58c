/**
 * Checks the health of the service on this machine. Exits with 1 if it is not
 * healthy.
 *
 *     DENO_NO_UPDATE_CHECK=1 deno run --allow-env=HOST,PORT --allow-net deploy/healthcheck.ts
 */
const host = Deno.env.get("HOST") || "::";
const port = Deno.env.get("PORT") || "8000";

/** Not a wildcard address: some systems can't connect to one. */
const name = host === "::" || host === "0.0.0.0"
  ? "localhost"
  : host.includes(":")
  ? `[${host}]`
  : host;

try {
  const answer = await fetch(`http://${name}:${port}/healthz`, {
    signal: AbortSignal.timeout(4000),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
} catch (error) {
  console.error(`unhealthy: ${error instanceof Error ? error.message : error}`);
  Deno.exit(1);
}
