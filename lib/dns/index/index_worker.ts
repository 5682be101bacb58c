import type { DatabaseSync } from "node:sqlite";
import type { SeenEdges } from "./edge.ts";
import {
  fileIdentity,
  isUnusable,
  openToRead,
  openToWrite,
  setAside,
  sizeOf,
} from "./schema.ts";
import { IndexReader, type PageRequest, type RangeRequest } from "./reader.ts";
import { type IndexLimits, IndexWriter } from "./writer.ts";

/**
 * A thread of the index: one writes, one searches, so that neither requests nor
 * searches wait for a batch, and a slow disk holds up nobody else.
 */

/** What the thread can be told. `to write` or `to read` comes first, and nothing after `close`. */
export type IndexRequest =
  | {
    readonly do: "to write";
    readonly path: string;
    readonly limits: IndexLimits;
  }
  | { readonly do: "to read"; readonly path: string }
  /** Of the writer: makes the file where there is none. */
  | { readonly do: "prepare" }
  /** The batch is the JSON of {@link SeenEdges}[]: its objects would take three times as long to copy. */
  | { readonly do: "write"; readonly batch: string }
  | { readonly do: "size" }
  | { readonly do: "page"; readonly request: PageRequest }
  | { readonly do: "range"; readonly request: RangeRequest }
  /** Comes to the new path, or null where another process has set the file aside before. */
  | { readonly do: "set aside"; readonly nowMs: number }
  | { readonly do: "close" };

/** What became of an order. */
export type IndexReply =
  | { readonly result: unknown }
  | {
    readonly message: string;
    /** The file is broken: only setting it aside helps. */
    readonly isUnusable: boolean;
  };

const thread = self as unknown as {
  onmessage: (event: MessageEvent<IndexRequest>) => void;
  postMessage(answer: IndexReply): void;
};

interface Opened {
  readonly db: DatabaseSync;
  readonly writer: IndexWriter | null;
  readonly reader: IndexReader;
}

let file: Extract<IndexRequest, { path: string }> | undefined;
let opened: Opened | undefined;
/** Of the file that was opened last, or could not be opened. */
let fileId: string | undefined;

thread.onmessage = ({ data: request }) => {
  try {
    thread.postMessage({ result: handle(request) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    thread.postMessage({ message, isUnusable: isUnusable(error) });
  }
};

function handle(request: IndexRequest): unknown {
  switch (request.do) {
    case "to write":
    case "to read":
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
    case "set aside":
      return replace(request.nowMs);
    case "close":
      return close();
  }
}

// Opened when it is needed, and again after a fault: what kept it from opening may be over.
function open(): Opened {
  if (!file) throw new Error("No file was named.");
  if (opened && !isMoved(file)) return opened;
  close();
  fileId = fileIdentity(file.path);
  opened = file.do === "to write"
    ? openedToWrite(file.path, file.limits)
    : openedToRead(file.path);
  fileId = fileIdentity(file.path);
  return opened;
}

function openedToWrite(path: string, limits: IndexLimits): Opened {
  const db = openToWrite(path);
  const writer = new IndexWriter(db, limits);
  return { db, writer, reader: new IndexReader(db) };
}

function openedToRead(path: string): Opened {
  const db = openToRead(path);
  return { db, writer: null, reader: new IndexReader(db) };
}

// An operator may delete the file, another process may set it aside: what goes
// on with the old one would be lost. Who reads keeps to it until there is a new one.
function isMoved({ do: purpose, path }: { do: string; path: string }): boolean {
  const found = fileIdentity(path);
  return found !== fileId && (found !== undefined || purpose === "to write");
}

function replace(nowMs: number): string | null {
  if (!file) throw new Error("No file was named.");
  const broken = fileId ?? fileIdentity(file.path);
  close();
  // Of two that look and rename at once, the later would take the new file away.
  using lock = Deno.openSync(`${file.path}.lock`, {
    create: true,
    write: true,
  });
  lock.lockSync(true);
  // The one that is there now is not the broken one.
  if (fileIdentity(file.path) !== broken) return null;
  return setAside(file.path, nowMs);
}

function close(): void {
  const { db } = opened ?? {};
  opened = undefined;
  fileId = undefined;
  db?.close();
}
