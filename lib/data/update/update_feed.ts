import type { Compiled, Feed } from "../feeds/feed.ts";
import type { Fetch } from "../../core/outbound.ts";
import { byteText, countText, type Report } from "./outcome.ts";
import { type Download, download, type DownloadLimits } from "./download.ts";
import type { Manifest } from "./manifest.ts";
import type { Draft, Origin, StoreWriter } from "./store_writer.ts";
import { unpack } from "./unpack.ts";

/** What asking takes, the same for all feeds. */
export interface FeedContext {
  readonly fetch: Fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly userAgent: string;
  /** Of MaxMind's downloads, where there is an account. */
  readonly maxmind?: {
    readonly accountId: string;
    readonly licenseKey: string;
  };
  /** Asks unconditionally, and takes data that shrank. */
  readonly force: boolean;
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
  readonly report: Report;
}

interface Found {
  readonly url: string;
  readonly response: Exclude<Download, { kind: "missing" }>;
}

/**
 * Brings one feed up to date.
 *
 * @param present the data in place, null when there is none that can be used
 * @returns the new manifest, null when there is nothing newer
 * @throws {Error} with the reason in words; then the present data stays
 */
export async function updateFeed(
  feed: Feed,
  present: Manifest | null,
  writer: StoreWriter,
  context: FeedContext,
): Promise<Manifest | null> {
  const fetchedAt = context.now();
  const draft = await writer.draft(feed, fetchedAt);
  try {
    const { url, response } = await find(feed, present, draft, context);
    if (response.kind === "unchanged") {
      if (!present) {
        throw new Error("it answers 304 to an unconditional request");
      }
      await writer.markUnchanged(present, { ...present, checkedAt: fetchedAt });
      return null;
    }
    const { etag, lastModified, sha256: downloadSha256 } = response;
    const seen = { url, etag, lastModified };
    if (feed.hasSha256) {
      await checkSha256(feed, url, downloadSha256, draft, context);
    }
    if (present?.downloadSha256 === downloadSha256 && !context.force) {
      await writer.markUnchanged(present, { ...seen, checkedAt: fetchedAt });
      return null;
    }
    const compiled = await compile(feed, draft, context);
    if (!context.force) rejectShrunkData(present, compiled);
    const origin: Origin = { ...seen, fetchedAt, downloadSha256 };
    return await writer.commit(draft, origin, compiled);
  } finally {
    await writer.discard(draft);
  }
}

/** The first of the feed's URLs that is there. */
async function find(
  feed: Feed,
  present: Manifest | null,
  draft: Draft,
  context: FeedContext,
): Promise<Found> {
  const { report } = context;
  const request = requestOf(feed, context);
  const urls = feed.urls(context.now());
  for (const url of urls) {
    report({ feed: feed.name, phase: "asking", bytesDone: 0 });
    const response = await download(url, {
      ...request,
      // What is newer at one URL says nothing of another.
      headers: {
        ...request.headers,
        ...present?.url === url && !context.force ? conditions(present) : {},
      },
      target: draft.download,
      maxBytes: feed.maxBytes,
      onBytes: (bytesDone, bytesTotal) =>
        report({
          feed: feed.name,
          phase: "downloading",
          bytesDone,
          bytesTotal,
        }),
    });
    if (response.kind !== "missing") return { url, response };
  }
  throw new Error(
    urls.length === 1
      ? "it is not there (404)"
      : "it is at none of its addresses (404)",
  );
}

function requestOf(feed: Feed, context: FeedContext) {
  const { fetch, userAgent, maxmind, limits, signal } = context;
  return {
    fetch,
    limits,
    signal,
    headers: {
      "user-agent": userAgent,
      // Sizes and hashes are those of the file, not of a packing on the way.
      "accept-encoding": "identity",
    },
    authorization: feed.credentials === "maxmind" && maxmind
      ? basic(maxmind.accountId, maxmind.licenseKey)
      : undefined,
  };
}

function conditions({ etag, lastModified }: Manifest): Record<string, string> {
  return {
    ...etag === null ? {} : { "if-none-match": etag },
    ...lastModified === null ? {} : { "if-modified-since": lastModified },
  };
}

/** RFC 7617, section 2. */
function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${bytes.toBase64()}`;
}

async function checkSha256(
  feed: Feed,
  url: string,
  sha256: string,
  draft: Draft,
  context: FeedContext,
): Promise<void> {
  const checksumUrl = new URL(url);
  checksumUrl.searchParams.set("suffix", "tar.gz.sha256");
  const response = await download(checksumUrl.href, {
    ...requestOf(feed, context),
    target: draft.checksum,
    maxBytes: 4096,
    onBytes() {},
  });
  if (response.kind !== "fresh") throw new Error("its SHA-256 is not there");
  const text = await Deno.readTextFile(draft.checksum);
  const expected = /^([0-9a-f]{64})\b/i.exec(text.trim())?.[1].toLowerCase();
  if (expected === undefined) throw new Error("its SHA-256 cannot be read");
  if (expected !== sha256) throw new Error("the download has another SHA-256");
}

async function compile(
  feed: Feed,
  draft: Draft,
  { report, signal }: FeedContext,
): Promise<Compiled> {
  const { name, packing, maxBytes } = feed;
  if (packing !== "plain") {
    await unpack(draft.download, draft.unpacked, {
      packing,
      maxBytes,
      signal,
      onBytes: (bytesDone) =>
        report({ feed: name, phase: "unpacking", bytesDone }),
    });
    // Room for what compiling writes.
    await Deno.remove(draft.download);
  }
  report({ feed: name, phase: "checking", bytesDone: 0 });
  const source = packing === "plain" ? draft.download : draft.unpacked;
  const compiled = await feed.compile(source, draft.target, signal);
  signal.throwIfAborted();
  return compiled;
}

/** A list that lost most of its entries was cut off, or its makers had an accident. */
function rejectShrunkData(present: Manifest | null, { entries }: Compiled) {
  if (!present || entries * 2 >= present.entries) return;
  throw new Error(
    `shrank from ${countText(present.entries)} to ${
      countText(entries)
    } entries (--force takes it)`,
  );
}

/** What is in place, in a few words. */
export function contentText(
  { entries, bytes }: Pick<Manifest, "entries" | "bytes">,
): string {
  return `${countText(entries)} entries, ${byteText(bytes)}`;
}
