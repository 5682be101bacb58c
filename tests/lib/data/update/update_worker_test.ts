import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import assert from "node:assert/strict";
import { updateInThread } from "../../../../lib/data/update/update_settings.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import { servedFixture } from "./update_fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(async () => {
  const data = await servedFixture();
  return { ...data, order: order(data.folder, `${data.origin}/tor`) };
});

const { signal } = new AbortController();

function order(folder: string, url: string) {
  return {
    settings: {
      DATA_DIR: folder.replace(/\/data$/, ""),
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

test("updateInThread - updates, and returns the outcomes", async ({ routes, requests, order, text }) => {
  routes["/tor"] = "185.220.101.1\n";
  const [outcome] = await updateInThread(order, signal);
  const { feed, entries } = outcome;
  assert.equal(`${feed} ${outcome.outcome} ${entries}`, "tor-exits updated 1");
  // The address as a number, the lowest byte first.
  const address = new TextDecoder().decode(Uint8Array.of(1, 101, 220, 185));
  assert((await text("tor-exits")).includes(address));
  assert.equal(requests[0].headers.get("user-agent"), "porthole/1.2.3");
});

test("updateInThread - rejects with a message while another update is running", async ({ store, order }) => {
  using writer = await StoreWriter.open(store);
  assert(writer);
  await assert.rejects(updateInThread(order, signal), {
    message: "another update is running.",
  });
});

test("updateInThread - the signal terminates the thread and releases the lock", async ({ routes, store, order }) => {
  const requested = Promise.withResolvers<void>();
  const result = Promise.withResolvers<Response>();
  routes["/tor"] = () => {
    requested.resolve();
    return result.promise;
  };
  const controller = new AbortController();
  const update = updateInThread(order, controller.signal);
  await requested.promise;
  assert.equal(await StoreWriter.open(store), null);
  const reason = new Error("the server stops");
  controller.abort(reason);
  await assert.rejects(update, reason);
  result.resolve(new Response("too late"));
  // The thread ends a moment after the rejection.
  let writer = null;
  while (!writer) {
    writer = await StoreWriter.open(store);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  writer[Symbol.dispose]();
  await assert.rejects(updateInThread(order, controller.signal), reason);
});
