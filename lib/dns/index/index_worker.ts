import { messageOf } from "../../core/errors.ts";
import type { DatabaseSync } from "node:sqlite";
import type { IndexRow, SeenEdges } from "./edge.ts";
import {
  fileIdentity,
  type IndexSize,
  isUnusable,
  moveAside,
  openForReading,
  openForWriting,
  sizeOf,
} from "./schema.ts";
import {
  type IndexPage,
  IndexReader,
  type PageRequest,
  type RangeRequest,
} from "./reader.ts";
import { type IndexLimits, IndexWriter } from "./writer.ts";

/**
 * A worker thread of the index. One thread writes and another searches, so that
 * a batch or a slow disk delays neither the server nor searches.
 */

/** A message to the thread. `open writer` or `open reader` comes first, and nothing after `close`. */
export type IndexRequest =
  | {
    readonly type: "open writer";
    readonly path: string;
    readonly limits: IndexLimits;
  }
  | { readonly type: "open reader"; readonly path: string }
  /** To the writer: creates the file if it is missing. */
  | { readonly type: "prepare" }
  /** The batch is the JSON of {@link SeenEdges}[]: its objects would take three times as long to copy. */
  | { readonly type: "write"; readonly batch: string }
  | { readonly type: "size" }
  | { readonly type: "page"; readonly request: PageRequest }
  | { readonly type: "range"; readonly request: RangeRequest }
  /** Returns the new path; null if another process has already moved the file. */
  | { readonly type: "move aside"; readonly nowMs: number }
  | { readonly type: "close" };

/** The results of requests that read, by their type. */
export interface IndexResults {
  size: IndexSize;
  page: IndexPage;
  range: IndexRow[];
}

export type IndexRead<Type extends keyof IndexResults> =
  & IndexRequest
  & { readonly type: Type };

export type IndexReply =
  | { readonly result: unknown }
  | {
    readonly message: string;
    /** The file is damaged and must be replaced. */
    readonly isUnusable: boolean;
  };

const thread = self as unknown as {
  onmessage: (event: MessageEvent<IndexRequest>) => void;
  postMessage(reply: IndexReply): void;
};

interface Opened {
  readonly db: DatabaseSync;
  readonly writer: IndexWriter | null;
  readonly reader: IndexReader;
}

let file: Extract<IndexRequest, { path: string }> | undefined;
let opened: Opened | undefined;
/** Identity of the file that was opened last, or failed to open. */
let fileId: string | undefined;

thread.onmessage = ({ data: request }) => {
  try {
    thread.postMessage({ result: handle(request) });
  } catch (error) {
    thread.postMessage({
      message: messageOf(error),
      isUnusable: isUnusable(error),
    });
  }
};

function handle(request: IndexRequest): unknown {
  switch (request.type) {
    case "open writer":
    case "open reader":
      file = request;
      return;
    case "prepare":
      open();
      return;
    case "write":
      return open().writer?.write(JSON.parse(request.batch) as SeenEdges[]);
    case "size":
      return sizeOf(open().db);
    case "page":
      return open().reader.page(request.request);
    case "range":
      return open().reader.byAddress(request.request);
    case "move aside":
      return replace(request.nowMs);
    case "close":
      return close();
  }
}

// Opens the file on demand, and tries again after an error, which may be temporary.
function open(): Opened {
  if (!file) throw new Error("No file is set.");
  if (opened && !isMoved(file)) return opened;
  close();
  fileId = fileIdentity(file.path);
  const limits = "limits" in file ? file.limits : null;
  const db = limits ? openForWriting(file.path) : openForReading(file.path);
  const writer = limits && new IndexWriter(db, limits);
  opened = { db, writer, reader: new IndexReader(db) };
  fileId = fileIdentity(file.path);
  return opened;
}

// The operator can delete the file, and another process can move it aside. Data
// written to the old file would be lost; a reader keeps it until a new one exists.
function isMoved({ type, path }: { type: string; path: string }): boolean {
  const found = fileIdentity(path);
  return found !== fileId && (found !== undefined || type === "open writer");
}

function replace(nowMs: number): string | null {
  if (!file) throw new Error("No file is set.");
  const damaged = fileId ?? fileIdentity(file.path);
  close();
  // Without a lock, the second of two processes could move the new file away.
  using lock = Deno.openSync(`${file.path}.lock`, {
    create: true,
    write: true,
  });
  lock.lockSync(true);
  // Another process has already replaced the damaged file.
  if (fileIdentity(file.path) !== damaged) return null;
  return moveAside(file.path, nowMs);
}

function close(): void {
  const { db } = opened ?? {};
  opened = undefined;
  fileId = undefined;
  db?.close();
}
