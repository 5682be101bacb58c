import { byteText, countText } from "../../core/text.ts";
import type { Feed } from "../feeds/feed.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "./download.ts";
import { isDiskFull, networkErrorText, type Outcome } from "./outcome.ts";
import { DownloadError } from "./request.ts";
import type { FailureCode } from "../view/data_file.ts";
import type { FeedStore, Manifest } from "./feed_store.ts";
import { settleAll } from "../../core/async.ts";
import { Mutex } from "../../core/semaphore.ts";
import { StoreWriter } from "./store_writer.ts";
import { type FeedContext, updateFeed } from "./update_feed.ts";

export interface UpdateOptions
  extends Omit<FeedContext, "userAgent" | "limits" | "shared"> {
  readonly feeds: readonly Feed[];
  readonly store: FeedStore;
  /** Version of the program, for the User-Agent. */
  readonly version: string;
  /** E-mail address or URL for the User-Agent. Without it, feeds that need one are skipped. */
  readonly contact?: string;
  /** Names of the feeds to update. Default: all. */
  readonly only?: readonly string[];
  readonly limits?: FeedContext["limits"];
}

/** Downloads at a time: more than one, so that a slow server does not delay all feeds. */
const MAX_CONCURRENT = 2;

/**
 * Updates feeds. Returns one outcome per feed, in the order of `feeds`. If a feed
 * fails, the others continue.
 *
 * @throws {Error} if another update is running, or the store is not writable; the signal's reason
 */
export async function updateFeeds(options: UpdateOptions): Promise<Outcome[]> {
  const { store, only, signal } = options;
  signal.throwIfAborted();
  const feeds = options.feeds.filter(({ name }) =>
    only?.includes(name) ?? true
  );
  using writer = await StoreWriter.open(store);
  if (!writer) throw new Error("another update is running.");
  await writer.removeLeftovers();
  const context: FeedContext = {
    ...options,
    report(progress) {
      try {
        options.report(progress);
      } catch {
        // A closed terminal must not stop the update.
      }
    },
    userAgent: `porthole/${options.version}` +
      (options.contact ? ` (+${options.contact})` : ""),
    limits: options.limits ?? DEFAULT_DOWNLOAD_LIMITS,
  };
  const outcomes: Outcome[] = [];
  // Takes most of an update's memory.
  const compiling = new Mutex();
  const work = async (waiting: Iterable<readonly Feed[]>) => {
    for (const group of waiting) {
      const shared = group.length > 1 ? {} : undefined;
      for (const feed of group) {
        const own = { ...context, shared };
        const outcome = await outcomeOf(
          {
            ...feed,
            compile: (...file) => compiling.run(() => feed.compile(...file)),
          },
          writer,
          options,
          own,
        );
        outcomes[feeds.indexOf(feed)] = outcome;
        context.report({ feed: feed.name, phase: "done", outcome });
      }
    }
  };
  const groups = (hasNames: boolean) =>
    bySource(
      feeds.filter((feed) => hasNames === (feed.hasNames ?? false)),
      context.now(),
    ).values();
  await work(groups(true));
  // All workers share one iterator.
  const waiting = groups(false);
  // The lock must not be released before all workers have cleaned up.
  await settleAll(Array.from({ length: MAX_CONCURRENT }, () => work(waiting)));
  return outcomes;
}

/**
 * Groups the feeds that read the same file, such as the addresses of a cloud and
 * their regions. Files of accounts are never shared.
 */
function bySource(
  feeds: readonly Feed[],
  now: number,
): Map<string, Feed[]> {
  return Map.groupBy(
    feeds,
    ({ name, credentials, urls }) => credentials ? name : urls(now).join("\n"),
  );
}

/** Which setting a feed lacks, as a message for the operator; undefined if it lacks none. */
export function missingSetting(
  feed: Feed,
  { credentials, contact }: Pick<UpdateOptions, "credentials" | "contact">,
): string | undefined {
  const variables = missingVariables(feed, { credentials, contact });
  return variables.length > 0 ? `needs ${variables.join(" and ")}` : undefined;
}

export function missingVariables(
  feed: Feed,
  { credentials, contact }: Pick<UpdateOptions, "credentials" | "contact">,
): readonly string[] {
  if (feed.credentials === "maxmind" && !credentials) {
    return ["MAXMIND_ACCOUNT_ID", "MAXMIND_LICENSE_KEY"];
  }
  return feed.credentials === "contact" && !contact ? ["DATA_CONTACT"] : [];
}

async function outcomeOf(
  feed: Feed,
  writer: StoreWriter,
  { store, credentials, contact }: UpdateOptions,
  context: FeedContext,
): Promise<Outcome> {
  context.signal.throwIfAborted();
  let current: Manifest | null = null;
  let failures = 0;
  let consequence = "there is no data yet";
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
    const { manifest, error, lastFailure } = await store.state(feed.name);
    failures = lastFailure?.count ?? 0;
    if (manifest || error) consequence = "the existing data cannot be used";
    const missing = missingSetting(feed, { credentials, contact });
    if (missing) {
      return end("skipped", missing, error === null ? manifest : null);
    }
    // Unusable data is downloaded unconditionally, as if there were none.
    const isUsable = manifest && error === null &&
      manifest.format === feed.format && await writer.isIntact(manifest);
    if (isUsable) current = manifest;
    const updated = await updateFeed(feed, current, writer, context);
    return updated
      ? end(
        "updated",
        `${countText(updated.entries)} entries, ${byteText(updated.bytes)}`,
        updated,
      )
      : end("unchanged", "nothing newer", current);
  } catch (error) {
    context.signal.throwIfAborted();
    const reason = networkErrorText(error);
    const code = failureCodeOf(error);
    // A full disk may have no room for the reason either; the outcome contains it.
    await writer.recordFailure(feed.name, {
      at: context.now(),
      code,
      reason,
      count: failures + 1,
    }).catch(() => {});
    if (current) consequence = "the old file stays in use";
    const outcome = end("failed", `${reason}: ${consequence}`, current);
    const isUnreachable = code === "unreachable" || code === "no_response";
    return isUnreachable ? { ...outcome, isUnreachable } : outcome;
  }
}

function failureCodeOf(error: unknown): FailureCode {
  if (isDiskFull(error)) return "disk_full";
  return error instanceof DownloadError ? error.code : "unusable_download";
}
