/** What clients leave open doesn't take a server's memory: a real server, real connections, a silent name server. */
import assert from "node:assert/strict";
import { BUNDLE } from "../lib/app/build/build_state.ts";
import {
  ATTACKED,
  ATTACKS,
  keptBytes,
  residentBytes,
} from "./attack/attacks.ts";
import { get, withApp } from "./support/hostile.ts";
import { storeFolder, tokenOf } from "./support/store_folder.ts";

const MAX_GROWTH_BYTES = 100e6;
const HOLD_MS = 600;
const GIVEN_BACK_MS = 60_000;
const EVERY_MS = 50;

/**
 * V8 collects garbage when it sees fit, on a busy machine much later. With a small
 * heap it has to, and a service that holds more than the heap has room for ends.
 */
const SMALL_HEAP = "--v8-flags=--max-old-space-size=96,--max-semi-space-size=8";

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS));

Deno.test("memory - grows by a bounded amount under each attack, is given back, and others are served", async () => {
  await using folder = storeFolder();
  const store = { DATA_DIR: folder.dataDir };
  const token = await tokenOf("a@a.example", store, { quota: 1_000_000 });
  await withApp(
    async (app) => {
      let current = "quiet";
      const askAsOther = async () => {
        const response = await get(app, "/", "192.0.2.1");
        assert.equal(response.status, 200, current);
        assert.equal(await response.text(), "192.0.2.1\n");
      };
      await askAsOther();
      for (const attack of ATTACKS) {
        const { name, open, maxGrowthBytes = MAX_GROWTH_BYTES, enough = 0.4 } =
          attack;
        const connections = enough * attack.connections;
        current = name;
        const before = await residentBytes(app);
        let growth = 0;
        {
          using _open = await open({ port: app.port, token }, connections);
          for (let ms = 0; ms < HOLD_MS; ms += EVERY_MS) {
            await askAsOther();
            growth = Math.max(growth, await residentBytes(app) - before);
            await pause();
          }
        }
        assert(growth <= maxGrowthBytes, `${name}: ${growth} bytes`);
        const isGivenBack = async () =>
          await residentBytes(app) - before <= keptBytes(connections);
        for (let ms = 0; ms < GIVEN_BACK_MS; ms += EVERY_MS) {
          if (await isGivenBack()) break;
          await askAsOther();
          await pause();
        }
        assert(await isGivenBack(), `${name}: not given back`);
      }
    },
    { ...store, ...ATTACKED },
    {
      program: [
        ...[Deno.execPath(), "run", "-q", "--node-modules-dir=manual"],
        ...["-P=serve", SMALL_HEAP, BUNDLE],
      ],
    },
  );
});
