/**
 * Compares `GET /` with raw `Deno.serve` handlers that set the same headers.
 *
 *     deno run -A tests/bench/bench.ts [ROUNDS] [SECONDS]
 *
 * All servers run on one core and `wrk` on another, in alternating rounds, so that
 * a drift of the machine's speed affects all alike. Compare the ratios of the
 * medians: absolute figures depend on the machine.
 */
import { median } from "./figures.ts";
import { isInstalled, startOnCore } from "./servers.ts";
import { wrk } from "./wrk.ts";

const rounds = Number(Deno.args[0] ?? 5);
const seconds = Number(Deno.args[1] ?? 5);
const target = 0.85;

if (!await isInstalled("wrk", "-v")) {
  console.error("bench: wrk is not installed; nothing was measured");
  Deno.exit(1);
}

const dataDir = await Deno.makeTempDir();
const deno = Deno.execPath();
const raw = [deno, "run", "-A", "-q", "tests/bench/raw.ts"];
const servers = {
  porthole: await startOnCore(
    [deno, "run", "-A", "-q", "main.ts"],
    "http://127.0.0.1:8901/",
    {
      HOST: "127.0.0.1",
      PORT: "8901",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      RATE_LIMIT_TEXT: "1000000000",
      TRUSTED_PROXIES: "10.0.0.0/8,192.168.0.0/16",
    },
  ),
  "raw handler": await startOnCore([...raw, "8902"], "http://127.0.0.1:8902/"),
  "raw handler that reads Accept": await startOnCore(
    [...raw, "8903", "negotiating"],
    "http://127.0.0.1:8903/",
  ),
};

const rates: Record<string, number[]> = {};
try {
  for (const { url } of Object.values(servers)) await wrk(url, 1);
  for (let round = 1; round <= rounds; round++) {
    for (const [name, { url }] of Object.entries(servers)) {
      (rates[name] ??= []).push(await wrk(url, seconds));
    }
    const line = Object.entries(rates).map(([name, values]) =>
      `${name} ${values.at(-1)!.toFixed(0)}/s`
    );
    console.log(`round ${round}: ${line.join(", ")}`);
  }
} finally {
  for (const server of Object.values(servers)) await server.stop();
  await Deno.remove(dataDir, { recursive: true });
}

const reached = median(rates.porthole);
for (const [name, values] of Object.entries(rates)) {
  if (name === "porthole") continue;
  const ratio = (reached / median(values)).toFixed(2);
  console.log(`GET / reaches ${ratio} of a ${name} (median of ${rounds})`);
}
console.log(`The target is ${target} of the raw handler.`);
