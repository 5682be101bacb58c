import { existsSync } from "node:fs";

/**
 * The latest modification time of a file, or of anything in a folder, in
 * milliseconds since the epoch; 0 if it does not exist.
 */
function newestChange(url: URL): number {
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(url);
  } catch {
    return 0;
  }
  let newest = info.mtime?.getTime() ?? 0;
  if (info.isDirectory) {
    for (const { name } of Deno.readDirSync(url)) {
      const child = new URL(encodeURIComponent(name), `${url.href}/`);
      newest = Math.max(newest, newestChange(child));
    }
  }
  return newest;
}

/**
 * Whether a build is needed: its stamp is missing, or an input (file or folder)
 * has changed since. A removed file counts, because it changes its folder.
 */
export function isStale(stamp: URL, inputs: readonly URL[]): boolean {
  const built = newestChange(stamp);
  return built === 0 || inputs.some((input) => newestChange(input) > built);
}

/** The bundled server, which `deno task start` runs. */
export const BUNDLE = "_server/main.mjs";

/** The inputs of a build, relative to the project. */
const INPUTS = [
  "routes",
  "islands",
  "components",
  "static",
  "facts",
  "lib",
  "main.ts",
  "define.ts",
  "dev.ts",
  "deno.json",
  "deno.lock",
];

/** The stamp, written at the end of a build. */
export function stampOf(root: URL): URL {
  return new URL("_data/stamp", root);
}

/**
 * The edition for which a server can start, as text. The file is there until the
 * rest of the build is complete.
 */
export function pendingOf(root: URL): URL {
  return new URL("_data/pending", root);
}

/**
 * Whether the project's build is up to date and complete.
 *
 * @param root the project's folder, with a trailing slash
 */
export function isBuilt(root: URL): boolean {
  return !existsSync(pendingOf(root)) && hasServer(root);
}

/** Whether the build is up to date as far as a server of an edition needs it to start. */
export function isStartable(root: URL, edition: string): boolean {
  const pending = pendingOf(root);
  return hasServer(root) &&
    (!existsSync(pending) || Deno.readTextFileSync(pending) === edition);
}

function hasServer(root: URL): boolean {
  const inputs = INPUTS.map((path) => new URL(path, root));
  return existsSync(new URL("_fresh/server.js", root)) &&
    existsSync(new URL(BUNDLE, root)) &&
    !isStale(stampOf(root), inputs);
}

/** The builder's options for `minifiedStylesheet`. */
export const stylesheets = { pluginName: "stylesheets", filter: /\.css$/ };

interface Stylesheet {
  readonly text: string;
  mode: "development" | "production";
}

/**
 * Minifies a stylesheet in production, which saves a fifth of its compressed
 * size. In development, returns it unchanged.
 */
export async function minifiedStylesheet(
  { text, mode }: Stylesheet,
): Promise<{ content: string } | undefined> {
  if (mode === "development") return;
  const { transform } = await import("esbuild");
  const { code } = await transform(text, { loader: "css", minify: true });
  return { content: code };
}
