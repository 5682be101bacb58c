import { type Middleware, progressOf } from "./context.ts";
import { VERSION_PARAM } from "./build_id.ts";
import type { StaticFile } from "./snapshot.ts";

const FOREVER = "public, max-age=31536000, immutable";
/** Caches may keep the file but must ask before each use. */
const ASK_FIRST = "no-cache";

/** Files up to this size are kept in memory. */
const KEEP_BYTES = 1 << 20;

/**
 * Serves the project's static files and the browser's modules, and nothing else: a path counts only
 * if the build listed it, so none can lead out of the folder. Ranges are ignored, as RFC 9110
 * section 14.2 allows: every answer is the whole file.
 */
export function staticFiles<T>(): Middleware<T> {
  return (ctx) => {
    const { app: { snapshot }, path } = progressOf(ctx);
    const file = snapshot?.files.get(path) ??
      snapshot?.files.get(decoded(path));
    if (snapshot === undefined || file === undefined) return ctx.next();
    const { method, headers } = ctx.req;
    if (method !== "GET" && method !== "HEAD") {
      return new Response("Method Not Allowed", {
        status: 405,
        headers: { allow: "GET, HEAD" },
      });
    }
    const version = ctx.url.searchParams.get(VERSION_PARAM);
    // Kept under another version's address, the file would be out of date there for a year.
    if (version !== null && version !== snapshot.buildId) {
      return ctx.redirect(path, 307);
    }
    const etag = `W/"${file.hash}"`;
    const caching = {
      etag,
      "cache-control": file.immutable || version !== null ? FOREVER : ASK_FIRST,
    };
    if (isKnown(headers.get("if-none-match"), file.hash)) {
      return new Response(null, { status: 304, headers: caching });
    }
    return respond(file, method, {
      ...caching,
      "content-type": file.contentType,
    });
  };
}

async function respond(
  file: StaticFile,
  method: string,
  headers: Record<string, string>,
): Promise<Response> {
  headers["content-length"] = String(file.size);
  return new Response(method === "HEAD" ? null : await contentOf(file), {
    headers,
  });
}

/** Whether a client has the content already: the weak comparison of RFC 9110 section 13.1.2. */
function isKnown(ifNoneMatch: string | null, hash: string): boolean {
  return ifNoneMatch !== null &&
    (ifNoneMatch === "*" || ifNoneMatch.includes(`"${hash}"`));
}

const kept = new WeakMap<StaticFile, Uint8Array<ArrayBuffer>>();

/** Small files stay in memory once read: the build lists them, so no stranger can add to them. */
async function contentOf(file: StaticFile): Promise<BodyInit> {
  const { content, size } = file;
  if (content instanceof Uint8Array) return content;
  if (size > KEEP_BYTES) return (await Deno.open(content)).readable;
  let bytes = kept.get(file);
  if (bytes === undefined) kept.set(file, bytes = await Deno.readFile(content));
  return bytes;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
