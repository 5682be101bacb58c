import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
/* Locks a store and waits until somebody kills it. Argument: folder. */
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";

using writer = await StoreWriter.open(new FeedStore(Deno.args[0]));
console.log(writer === null ? "taken" : "locked");
setInterval(() => {}, 1000);
await new Promise(() => {});
