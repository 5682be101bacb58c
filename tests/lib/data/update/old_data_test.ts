import assert from "node:assert/strict";
import { oldData } from "../../../../lib/data/update/old_data.ts";
import type { FeedState } from "../../../../lib/data/update/feed_store.ts";
import { fixture, NOON } from "./update_fixture.ts";
import { feedServer } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";

const DAY = 86_400_000;

function info(name: string, ageDays: number) {
  return { name, builtAt: NOON - ageDays * DAY };
}

Deno.test("oldData - data more than 60 days old, oldest first", () => {
  const infos = [
    info("a", 60),
    info("b", 60.01),
    info("c", 170),
    info("d", -1),
  ];
  assert.deepEqual(oldData(infos, [], NOON), [
    { name: "c", days: 170 },
    { name: "b", days: 60 },
  ]);
});

Deno.test("oldData - downloaded data is as old as its last check", async () => {
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  await using data = await fixture();
  await data.update([lineFeed("a", `${server.origin}/a`)]);
  const states: FeedState[] = await data.store.states();
  assert.deepEqual(oldData([info("a", 500)], states, NOON + 60 * DAY), []);
  assert.deepEqual(oldData([info("a", 500)], states, NOON + 61 * DAY), [
    { name: "a", days: 61 },
  ]);
});
