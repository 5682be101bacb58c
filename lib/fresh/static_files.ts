import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { Context, type Middleware } from "./context.ts";
import { decodePath } from "./router.ts";
import {
  assets,
  CLIENT_URL,
  type Config,
  type FileSource,
  snapshotOf,
  VERSION_PARAM,
} from "./snapshot.ts";

/** Media types by file extension (IANA Media Types registry, WHATWG MIME Sniffing). */
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

/** Whether a file would get its media type; one without an extension has none. */
export function hasKnownType(path: string): boolean {
  const extension = extname(path);
  return extension === "" || extension in CONTENT_TYPES;
}

/**
 * Serves the project's static files and browser modules. Only paths that the build listed exist, so
 * none can lead out of the folder. Ranges are ignored, as RFC 9110 section 14.2 allows: responses
 * hold the whole file, compressed for clients that accept gzip.
 */
export function staticFiles<T>(): Middleware<T> {
  return (ctx) => {
    const path = decodePath(Context.pathOf(ctx));
    const source = snapshotOf(ctx.config)?.files.get(path);
    return source === undefined ? ctx.next() : serveFile(ctx, path, source);
  };
}

async function serveFile<T>(
  ctx: Context<T>,
  path: string,
  source: FileSource,
): Promise<Response> {
  const { req, url, redirect, config } = ctx;
  if (req.method !== "GET" && req.method !== "HEAD") {
    const headers = { allow: "GET, HEAD" };
    return new Response("Method Not Allowed", { status: 405, headers });
  }
  const version = url.searchParams.get(VERSION_PARAM);
  // Browsers would cache this version under the URL of another one for a year.
  if (version !== null && version !== assets.version) {
    return redirect(url.pathname, 307);
  }
  const isModule = path.startsWith(CLIENT_URL);
  let file: LoadedFile;
  try {
    file = await load(source, config.mode);
  } catch (error) {
    // A later build, beside a running server, removes modules with former names.
    if (isModule && error instanceof Deno.errors.NotFound) return ctx.next();
    throw error;
  }
  const { bytes, gzipped, hash } = file;
  const isImmutable = version !== null || isModule;
  const headers = {
    etag: `W/"${hash}"`,
    "cache-control": isImmutable
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    ...gzipped && { vary: "accept-encoding" },
  };
  // Weak comparison (RFC 9110 section 13.1.2).
  const cached = req.headers.get("if-none-match");
  if (cached === "*" || cached?.includes(`"${hash}"`)) {
    return new Response(null, { status: 304, headers });
  }
  const useGzip = gzipped && acceptsGzip(req.headers.get("accept-encoding"));
  const body = useGzip ? gzipped : bytes;
  return new Response(req.method === "HEAD" ? null : body, {
    headers: {
      ...headers,
      ...useGzip && { "content-encoding": "gzip" },
      "content-type": CONTENT_TYPES[extname(path)] ??
        "application/octet-stream",
      "content-length": `${body.length}`,
    },
  });
}

const GZIP = /(?:^|,)[ \t]*gzip(?:[ \t]*;[ \t]*q=([\d.]+))?[ \t]*(?:,|$)/i;

/** Whether `Accept-Encoding` (RFC 9110 section 12.5.3) names gzip with a quality above 0. */
function acceptsGzip(acceptEncoding: string | null): boolean {
  const [gzip, quality = "1"] = GZIP.exec(acceptEncoding ?? "") ?? [];
  return gzip !== undefined && Number(quality) > 0;
}

interface LoadedFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Null if gzip saves less than a tenth, and in development, where it would delay a reload. */
  gzipped: Uint8Array<ArrayBuffer> | null;
  /** SHA-256 of the content, in hex. */
  hash: string;
}

/** Files stay in memory once read. The build lists them, so clients can't add any. */
const loaded = new WeakMap<FileSource, LoadedFile>();

async function load(
  source: FileSource,
  mode: Config["mode"],
): Promise<LoadedFile> {
  let file = loaded.get(source);
  if (file === undefined) {
    const bytes = source instanceof URL ? await Deno.readFile(source) : source;
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const gzipped = mode === "production" ? gzip(bytes) : null;
    file = { bytes, gzipped, hash: new Uint8Array(digest).toHex() };
    loaded.set(source, file);
  }
  return file;
}

/** Null if it saves less than a tenth. */
function gzip(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const gzipped = gzipSync(bytes, { level: 9 });
  return gzipped.length < 0.9 * bytes.length ? new Uint8Array(gzipped) : null;
}
