/**
 * Keeps three processes on one KV Connect server busy with one token, and kills one
 * after the other while the server loses some of its responses:
 *
 *     DENO_NO_UPDATE_CHECK=1 deno run -A -q tests/soak/cluster.ts [--seconds 60]
 *
 * Every served request must have been charged once. Requests that a kill
 * interrupted may have been charged or not. Exits with 1 otherwise.
 */
import { parseArgs } from "node:util";
import { KvConnectServer } from "../support/kv_connect.ts";
import { storeFolder, tokenOf } from "../support/store_folder.ts";
import { QuotaWatch } from "./quota_watch.ts";
import { SoakService } from "./service.ts";

const QUOTA = 1_000_000_000;
const INSTANCES = 3;
const KV_TOKEN = "soak";
/** Time between two kills. */
const KILL_MS = 5_000;

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" } },
});
const seconds = Number(values.seconds);
if (!(seconds >= 10)) {
  console.error("soak: --seconds is at least 10");
  Deno.exit(2);
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.env.set("DENO_KV_ACCESS_TOKEN", KV_TOKEN);
await using folder = storeFolder();
await using kv = new KvConnectServer({ token: KV_TOKEN });
const store = { DATA_DIR: folder.dataDir, KV_URL: kv.url };
const token = await tokenOf("cluster@example.net", store, { quota: QUOTA });
const services = Array.from(
  { length: INSTANCES },
  () => new SoakService(store),
);
await Promise.all(services.map((service) => service.start()));
const watches = services.map((service) => new QuotaWatch(service, token));

const startMs = performance.now();
for (const watch of watches) watch.start(4, 5);
let kills = 0;
while (performance.now() - startMs < seconds * 1_000) {
  await pause(KILL_MS / 2);
  kv.writeFaults.push("lost", null, null, "lost");
  await pause(KILL_MS / 2);
  const service = services[kills++ % INSTANCES];
  await service.stop("SIGKILL");
  await service.start();
}
await Promise.all(watches.map((watch) => watch.stop()));

const sum = (of: (watch: QuotaWatch) => number) =>
  watches.reduce((total, watch) => total + of(watch), 0);
const [served, lost] = [
  sum((watch) => watch.served),
  sum((watch) => watch.lost),
];
const used = QUOTA - await watches[0].remaining();
const faults = watches.flatMap((watch) => watch.faults)
  .concat(services.flatMap((service) => service.errors));
if (used < served || used > served + lost) {
  faults.push(
    `${served} were served and ${lost} cut off, ${used} were charged`,
  );
}
await Promise.all(services.map((service) => service.stop("SIGTERM")));
console.log(
  `${kills} kills: ${served} served, ${lost} cut off, ${used} charged`,
);
for (const fault of faults) console.error(`FAULT: ${fault}`);
Deno.exitCode = faults.length > 0 ? 1 : 0;
