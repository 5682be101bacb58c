import { existsSync } from "node:fs";
import { transform } from "esbuild";

/** The newest change of a file or of anything below a folder, in ms since the epoch; 0 where there is nothing. */
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
 * Whether a build has to be made: its stamp is missing, or one of the inputs
 * (files or folders) has changed since. A removed file counts, since it
 * changes its folder.
 */
export function isStale(stamp: URL, inputs: readonly URL[]): boolean {
  const built = newestChange(stamp);
  return built === 0 || inputs.some((input) => newestChange(input) > built);
}

/** What a build is made from, below the project's folder. */
const INPUTS = [
  "routes",
  "islands",
  "components",
  "static",
  "lib",
  "main.ts",
  "define.ts",
  "dev.ts",
  "deno.json",
  "deno.lock",
];

/** Written at the end of a build. */
export function stampOf(root: URL): URL {
  return new URL("_data/stamp", root);
}

/** Whether the project in a folder, with a slash at the end, has a build, and nothing has changed since. */
export function isBuilt(root: URL): boolean {
  const inputs = INPUTS.map((path) => new URL(path, root));
  return existsSync(new URL("_fresh/server.js", root)) &&
    !isStale(stampOf(root), inputs);
}

/** What a builder takes with `minifiedStylesheet`. */
export const stylesheets = { pluginName: "stylesheets", filter: /\.css$/ };

interface Stylesheet {
  readonly text: string;
  mode: "development" | "production";
}

/** A stylesheet without what only its readers need, a fifth of its packed size; as it is while it is being written. */
export async function minifiedStylesheet(
  { text, mode }: Stylesheet,
): Promise<{ content: string } | undefined> {
  if (mode === "development") return;
  const { code } = await transform(text, { loader: "css", minify: true });
  return { content: code };
}
