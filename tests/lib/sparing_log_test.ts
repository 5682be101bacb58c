import assert from "node:assert/strict";
import { LineLimit } from "../../lib/line_limit.ts";
import { createLog } from "../../lib/log.ts";
import { sparingLog } from "../../lib/sparing_log.ts";

Deno.test("sparingLog - each message of a level once in a while, whatever its fields", () => {
  const clock = { now: 0 };
  const now = () => clock.now;
  const lines: string[] = [];
  const log = sparingLog(
    createLog({
      level: "info",
      now,
      write: (line) => lines.push(line.slice(11)),
    }),
    new LineLimit({ now }),
  );
  for (let i = 0; i < 5; i++) log.error("no room", { try: i });
  log.warn("no room");
  log.debug("below the level");
  clock.now = 60_000;
  log.error("no room", { try: 9 });
  log.info("room");
  assert.deepEqual(lines, [
    "00:00:00.000Z error no room try=0",
    "00:00:00.000Z warn  no room",
    "00:01:00.000Z error no room try=9 more=4",
    "00:01:00.000Z info  room",
  ]);
});
