import type { Feed } from "../feeds/feed.ts";
import { standardLimits } from "./download.ts";
import { networkErrorText, type Outcome } from "./outcome.ts";
import type { FeedStore } from "./feed_store.ts";
import type { Manifest } from "./manifest.ts";
import { StoreWriter } from "./store_writer.ts";
import { contentText, type FeedContext, updateFeed } from "./update_feed.ts";

export interface UpdateOptions
  extends Omit<FeedContext, "userAgent" | "maxmind" | "force" | "limits"> {
  readonly feeds: readonly Feed[];
  readonly store: FeedStore;
  /** Of the program, for the User-Agent. */
  readonly version: string;
  /** MaxMind's; feeds that need it are skipped without it. */
  readonly credentials?: FeedContext["maxmind"];
  /** An e-mail address or URL for the User-Agent; feeds that need it are skipped without it. */
  readonly contact?: string;
  /** Names of feeds; the others are left alone. */
  readonly only?: readonly string[];
  readonly force?: boolean;
  readonly limits?: FeedContext["limits"];
}

/** Feeds under way at once: a slow server must not hold up all, and a small machine has little memory. */
const AT_ONCE = 2;

/**
 * Brings feeds up to date. Each has an outcome, in the order of `feeds`; the
 * failure of one stops no other.
 *
 * @throws {Error} while another update runs, and when the store cannot be written; the reason of the signal
 */
export async function updateFeeds(options: UpdateOptions): Promise<Outcome[]> {
  const { store, only, signal } = options;
  signal.throwIfAborted();
  const feeds = options.feeds.filter(({ name }) =>
    only?.includes(name) ?? true
  );
  using writer = await StoreWriter.open(store);
  if (!writer) throw new Error("another update is running.");
  await writer.sweep();
  const context: FeedContext = {
    ...options,
    report(progress) {
      try {
        options.report(progress);
      } catch {
        // Nobody may be listening any more; the data is wanted all the same.
      }
    },
    userAgent: `porthole/${options.version}` +
      (options.contact ? ` (+${options.contact})` : ""),
    maxmind: options.credentials,
    force: options.force ?? false,
    limits: options.limits ?? standardLimits,
  };
  const outcomes: Outcome[] = [];
  const waiting = feeds.entries();
  const work = async () => {
    // Both take from one iterator.
    for (const [place, feed] of waiting) {
      const outcome = await outcomeOf(feed, writer, options, context);
      outcomes[place] = outcome;
      context.report({ feed: feed.name, phase: "done", outcome });
    }
  };
  // The lock must not go before both have ended and cleared up.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  // A run that reached nobody is no run: the next one is not to wait a period.
  const reached = outcomes.some(({ outcome }) =>
    outcome === "updated" || outcome === "unchanged"
  );
  if (!only && reached) await writer.recordRun(context.now()).catch(() => {});
  return outcomes;
}

/** What a feed cannot be asked without, undefined when there is all. */
export function needOf(
  feed: Feed,
  { credentials, contact }: Pick<UpdateOptions, "credentials" | "contact">,
): string | undefined {
  if (feed.credentials === "maxmind" && !credentials) {
    return "needs MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY";
  }
  if (feed.credentials === "contact" && !contact) return "needs DATA_CONTACT";
}

async function outcomeOf(
  feed: Feed,
  writer: StoreWriter,
  { store, credentials, contact }: UpdateOptions,
  context: FeedContext,
): Promise<Outcome> {
  context.signal.throwIfAborted();
  let present: Manifest | null = null;
  let without = "there is no data yet";
  const end = (
    outcome: Outcome["outcome"],
    message: string,
    manifest: Manifest | null,
  ): Outcome => ({
    feed: feed.name,
    outcome,
    message,
    entries: manifest?.entries ?? null,
    bytes: manifest?.bytes ?? null,
  });
  try {
    const { manifest, error } = await store.state(feed.name);
    if (manifest || error) without = "the data there is cannot be used";
    const need = needOf(feed, { credentials, contact });
    if (need) return end("skipped", need, error === null ? manifest : null);
    // What cannot be loaded must be fetched as if it were not there.
    const isUsable = manifest && error === null &&
      manifest.format === feed.format && await writer.isIntact(manifest);
    if (isUsable) present = manifest;
    const updated = await updateFeed(feed, present, writer, context);
    return updated
      ? end("updated", contentText(updated), updated)
      : end("unchanged", "nothing newer", present);
  } catch (error) {
    context.signal.throwIfAborted();
    const reason = networkErrorText(error);
    // On a full disk there may be no room for the reason either: the outcome has it.
    await writer.fail(feed.name, { at: context.now(), reason }).catch(() => {});
    const stays = present ? "the old file stays" : without;
    return end("kept", `${reason}: ${stays}`, present);
  }
}
