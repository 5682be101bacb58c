import { countText } from "../../core/text.ts";
import type { Compiled, Feed } from "../feeds/feed.ts";
import type { Fetch } from "../../core/outbound.ts";
import { type ReportProgress } from "./outcome.ts";
import { type Download, download, type DownloadLimits } from "./download.ts";
import { DownloadError } from "./request.ts";
import type { Manifest } from "./feed_store.ts";
import type { Draft, Origin, StoreWriter } from "./store_writer.ts";
import { unpack } from "./unpack.ts";

export interface FeedContext {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly userAgent: string;
  /** A MaxMind account. Without it, feeds that need one are skipped. */
  readonly credentials?: {
    readonly accountId: string;
    readonly licenseKey: string;
  };
  /** Downloads unconditionally, and accepts data that shrank. */
  readonly force?: boolean;
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
  readonly report: ReportProgress;
  /** For feeds with the same URLs: the download of the first one. */
  readonly shared?: { download?: SharedDownload };
}

/** Kept in memory: files that several feeds read have a few megabytes. */
interface SharedDownload {
  readonly url: string;
  readonly response: Extract<Download, { kind: "fresh" }>;
  readonly file: Uint8Array;
}

/**
 * Updates one feed.
 *
 * @param current manifest of the current data; null if there is none, or it is unusable
 * @returns the new manifest; null if nothing newer is available
 * @throws {Error} with a message for the operator; the current data stays in use
 */
export async function updateFeed(
  feed: Feed,
  current: Manifest | null,
  writer: StoreWriter,
  context: FeedContext,
): Promise<Manifest | null> {
  const fetchedAt = context.now();
  const draft = await writer.draft(feed, fetchedAt);
  try {
    const { url, response } = await find(feed, current, draft, context);
    if (response.kind === "unchanged") {
      if (!current) {
        throw new DownloadError(
          "rejected",
          "it responded 304 to an unconditional request",
        );
      }
      await writer.record({ ...current, checkedAt: fetchedAt });
      return null;
    }
    const { etag, lastModified, sha256: downloadSha256 } = response;
    const seen = { url, etag, lastModified };
    if (feed.hasSha256) {
      await checkSha256(feed, url, downloadSha256, draft, context);
    }
    if (current?.downloadSha256 === downloadSha256 && !context.force) {
      await writer.record({ ...current, ...seen, checkedAt: fetchedAt });
      return null;
    }
    const compiled = await compile(feed, draft, context).catch((cause) => {
      throw cause instanceof Error
        ? new DownloadError("malformed", cause.message, { cause })
        : cause;
    });
    if (!context.force) rejectShrunkData(current, compiled);
    const origin: Origin = { ...seen, fetchedAt, downloadSha256 };
    return await writer.commit(draft, origin, compiled);
  } finally {
    await writer.discard(draft);
  }
}

/** Downloads the first of the feed's URLs that exists. */
async function find(
  feed: Feed,
  current: Manifest | null,
  draft: Draft,
  context: FeedContext,
) {
  const { report, shared } = context;
  const request = requestOf(feed, context);
  const urls = feed.urls(context.now());
  if (shared?.download && shared.download.file.length <= feed.maxBytes) {
    const { file, ...found } = shared.download;
    await Deno.writeFile(draft.download, file);
    return found;
  }
  for (const url of urls) {
    report({ feed: feed.name, phase: "requesting", bytesDone: 0 });
    const response = await download(url, {
      ...request,
      // The conditions are valid only for the URL they came from.
      headers: {
        ...request.headers,
        ...current?.url === url && !context.force ? conditions(current) : {},
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
    if (response.kind === "missing") continue;
    if (shared && response.kind === "fresh") {
      const file = await Deno.readFile(draft.download);
      shared.download = { url, response, file };
    }
    return { url, response };
  }
  throw new DownloadError(
    "missing",
    urls.length === 1
      ? "its URL does not exist (404)"
      : "none of its URLs exists (404)",
  );
}

function requestOf(feed: Feed, context: FeedContext) {
  const { fetch, userAgent, credentials, limits, signal } = context;
  return {
    fetch,
    limits,
    signal,
    headers: {
      "user-agent": userAgent,
      // Sizes and hashes must be those of the file, not of a compressed transfer.
      "accept-encoding": "identity",
    },
    authorization: feed.credentials === "maxmind" && credentials
      ? basic(credentials.accountId, credentials.licenseKey)
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
  const wrong = (message: string) =>
    new DownloadError("wrong_checksum", message);
  if (response.kind !== "fresh") throw wrong("its SHA-256 does not exist");
  const text = await Deno.readTextFile(draft.checksum);
  const expected = /^([0-9a-f]{64})\b/i.exec(text.trim())?.[1].toLowerCase();
  if (expected === undefined) throw wrong("its SHA-256 is malformed");
  if (expected !== sha256) throw wrong("the download has a wrong SHA-256");
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
    // Frees disk space for the compiled file.
    await Deno.remove(draft.download);
  }
  report({ feed: name, phase: "checking", bytesDone: 0 });
  const source = packing === "plain" ? draft.download : draft.unpacked;
  const compiled = await feed.compile(source, draft.target, signal);
  signal.throwIfAborted();
  return compiled;
}

/** Rejects data that lost most of its entries: it is probably truncated, or an error of its publisher. */
function rejectShrunkData(current: Manifest | null, { entries }: Compiled) {
  if (!current || entries * 2 >= current.entries) return;
  throw new DownloadError(
    "shrunk",
    `shrank from ${countText(current.entries)} to ${
      countText(entries)
    } entries (use --force to accept it)`,
  );
}
