import { extname } from "node:path";
import { assets, VERSION_PARAM } from "./asset.ts";
import { Context, type Middleware } from "./context.ts";
import { decodePath } from "./pathname.ts";
import { CLIENT_URL, snapshotOf, type Source } from "./snapshot.ts";

/** Media types of the kinds of file that websites serve (IANA Media Types registry, WHATWG MIME Sniffing). */
const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * Serves the project's static files and the browser's module, and nothing else: a path counts only
 * if the build listed it, so none can lead out of the folder. Ranges are ignored, as RFC 9110
 * section 14.2 allows: every answer is the whole file, packed for whoever takes that.
 */
export function staticFiles<T>(): Middleware<T> {
  return (ctx) => {
    const path = decodePath(Context.pathOf(ctx));
    const source = snapshotOf(ctx.config)?.files.get(path);
    return source === undefined ? ctx.next() : answer(ctx, path, source);
  };
}

async function answer<T>(
  { req, url, redirect }: Context<T>,
  path: string,
  source: Source,
): Promise<Response> {
  if (req.method !== "GET" && req.method !== "HEAD") {
    const headers = { allow: "GET, HEAD" };
    return new Response("Method Not Allowed", { status: 405, headers });
  }
  const version = url.searchParams.get(VERSION_PARAM);
  // Kept under another version's address, the file would be out of date there for a year.
  if (version !== null && version !== assets.version) {
    return redirect(url.pathname, 307);
  }
  const { bytes, packed, hash } = await load(source);
  const isImmutable = version !== null || path.startsWith(CLIENT_URL);
  const headers = {
    etag: `W/"${hash}"`,
    "cache-control": isImmutable
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    ...packed && { vary: "accept-encoding" },
  };
  // The weak comparison of RFC 9110 section 13.1.2.
  const known = req.headers.get("if-none-match");
  if (known === "*" || known?.includes(`"${hash}"`)) {
    return new Response(null, { status: 304, headers });
  }
  const isPacked = packed && takesGzip(req.headers.get("accept-encoding"));
  const body = isPacked ? packed : bytes;
  return new Response(req.method === "HEAD" ? null : body, {
    headers: {
      ...headers,
      ...isPacked && { "content-encoding": "gzip" },
      "content-type": CONTENT_TYPES[extname(path)] ??
        "application/octet-stream",
      "content-length": `${body.length}`,
    },
  });
}

const GZIP = /(?:^|,)[ \t]*gzip(?:[ \t]*;[ \t]*q=([\d.]+))?[ \t]*(?:,|$)/i;

/** Whether an `Accept-Encoding` (RFC 9110 section 12.5.3) names gzip, and not to refuse it. */
function takesGzip(encodings: string | null): boolean {
  const [gzip, quality = "1"] = GZIP.exec(encodings ?? "") ?? [];
  return gzip !== undefined && Number(quality) > 0;
}

interface LoadedFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** In gzip; null where that saves less than a tenth. */
  packed: Uint8Array<ArrayBuffer> | null;
  /** SHA-256 of the content, in hex. */
  hash: string;
}

/** Files stay in memory once read: the build lists them, so no stranger can add to them. */
const loaded = new WeakMap<Source, LoadedFile>();

async function load(source: Source): Promise<LoadedFile> {
  let file = loaded.get(source);
  if (file === undefined) {
    const bytes = source instanceof URL ? await Deno.readFile(source) : source;
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const packing = new Blob([bytes]).stream()
      .pipeThrough(new CompressionStream("gzip"));
    const packed = await new Response(packing).bytes();
    file = {
      bytes,
      packed: packed.length < 0.9 * bytes.length ? packed : null,
      hash: new Uint8Array(digest).toHex(),
    };
    loaded.set(source, file);
  }
  return file;
}
