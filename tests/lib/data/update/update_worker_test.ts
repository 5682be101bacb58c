import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import assert from "node:assert/strict";
import { updateInThread } from "../../../../lib/data/update/update_settings.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import { feedServer } from "./feed_server.ts";
import { type Fixture, fixture } from "./update_fixture.ts";

const { signal } = new AbortController();

function order(disk: Fixture, url: string) {
  return {
    settings: {
      DATA_DIR: disk.folder.replace(/\/data$/, ""),
      GEO_EDITION: "country" as const,
      DATA_URLS: [["tor-exits", url] as const],
      GEOFEEDS: [],
      DATA_CONTACT: undefined,
      MAXMIND_ACCOUNT_ID: undefined,
      MAXMIND_LICENSE_KEY: undefined,
    },
    dataRoot: bundledData.href,
    version: "1.2.3",
    only: ["tor-exits"],
  };
}

Deno.test("updateInThread - updates, and returns the outcomes", async () => {
  await using server = feedServer({
    "/tor": () => new Response("185.220.101.1\n"),
  });
  await using disk = await fixture();
  const [outcome] = await updateInThread(
    order(disk, `${server.origin}/tor`),
    signal,
  );
  assert.deepEqual(
    [outcome.feed, outcome.outcome, outcome.entries],
    ["tor-exits", "updated", 1],
  );
  // The address as a number, the lowest byte first.
  const address = new TextDecoder().decode(Uint8Array.of(1, 101, 220, 185));
  assert((await disk.text("tor-exits")).includes(address));
  assert.equal(server.requests[0].headers.get("user-agent"), "porthole/1.2.3");
});

Deno.test("updateInThread - rejects with a message while another update is running", async () => {
  await using disk = await fixture();
  using writer = await StoreWriter.open(disk.store);
  assert(writer);
  await assert.rejects(
    updateInThread(order(disk, "http://127.0.0.1:9/tor"), signal),
    { message: "another update is running." },
  );
});

Deno.test("updateInThread - the signal terminates the thread and releases the lock", async () => {
  const requests = Promise.withResolvers<void>();
  const result = Promise.withResolvers<Response>();
  await using server = feedServer({
    "/tor": () => {
      requests.resolve();
      return result.promise;
    },
  });
  await using disk = await fixture();
  const controller = new AbortController();
  const update = updateInThread(
    order(disk, `${server.origin}/tor`),
    controller.signal,
  );
  await requests.promise;
  assert.equal(await StoreWriter.open(disk.store), null);
  const reason = new Error("the server stops");
  controller.abort(reason);
  await assert.rejects(update, reason);
  result.resolve(new Response("too late"));
  // The thread ends a moment after the rejection.
  let writer = null;
  while (!writer) {
    writer = await StoreWriter.open(disk.store);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  writer[Symbol.dispose]();
  await assert.rejects(
    updateInThread(order(disk, server.origin), controller.signal),
    reason,
  );
});
