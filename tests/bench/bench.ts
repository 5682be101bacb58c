/**
 * Holds `GET /` against a raw `Deno.serve` handler that sets the same headers.
 *
 *     deno task bench [ROUNDS] [SECONDS]
 *
 * Both servers run on one core and `wrk` on another, in alternated rounds, so
 * that a machine whose speed drifts treats both alike. The ratio of the
 * medians is what counts: absolute figures belong to the machine.
 */
import { startOnCore, wrk } from "./servers.ts";

const rounds = Number(Deno.args[0] ?? 5);
const seconds = Number(Deno.args[1] ?? 5);
const target = 0.85;

const hasWrk = await new Deno.Command("wrk", { args: ["-v"] }).output()
  .then(() => true, () => false);
if (!hasWrk) {
  console.error("bench: wrk is not installed; nothing was measured");
  Deno.exit(1);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

const dataDir = await Deno.makeTempDir();
const deno = Deno.execPath();
const porthole = await startOnCore(
  [deno, "run", "-A", "-q", "main.ts"],
  "http://127.0.0.1:8901/",
  {
    HOST: "127.0.0.1",
    PORT: "8901",
    DATA_DIR: dataDir,
    RATE_LIMIT_TEXT: "1000000000",
    TRUSTED_PROXIES: "10.0.0.0/8,192.168.0.0/16",
  },
);
const raw = await startOnCore(
  [deno, "run", "-A", "-q", "tests/bench/raw.ts", "8902"],
  "http://127.0.0.1:8902/",
);

const rates = { porthole: [] as number[], raw: [] as number[] };
try {
  await wrk(porthole.url, 1);
  await wrk(raw.url, 1);
  for (let round = 1; round <= rounds; round++) {
    rates.raw.push(await wrk(raw.url, seconds));
    rates.porthole.push(await wrk(porthole.url, seconds));
    console.log(
      `round ${round}: raw ${rates.raw.at(-1)!.toFixed(0)}/s, ` +
        `porthole ${rates.porthole.at(-1)!.toFixed(0)}/s`,
    );
  }
} finally {
  await porthole.stop();
  await raw.stop();
  await Deno.remove(dataDir, { recursive: true });
}

const ratio = median(rates.porthole) / median(rates.raw);
console.log(
  `GET / reaches ${ratio.toFixed(2)} of the raw handler (target ${target}): ` +
    `${median(rates.porthole).toFixed(0)}/s of ${
      median(rates.raw).toFixed(0)
    }/s, medians of ${rounds}`,
);
