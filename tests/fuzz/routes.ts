/** The routes of the app, read from its folder. */

export interface FuzzRoute {
  /** As the file names it, groups left out: `/api/geoip/[target]`. */
  pattern: string;
  isForm: boolean;
}

const root = new URL("../../", import.meta.url).pathname;

/** Paths that are served outside the app, or as files. */
const OTHERS = ["/healthz", "/readyz", "/metrics", "/style.css", "/[anything]"];

function* walk(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* walk(path);
    else yield path;
  }
}

/** Every route, in the order of its pattern. */
export function fuzzRoutes(): FuzzRoute[] {
  const routes = [...walk(`${root}routes`)]
    .filter((file) => /^[^_].*\.tsx?$/.test(file.split("/").at(-1)!))
    .map((file) => ({
      pattern: file.slice(`${root}routes`.length)
        .replace(/\.tsx?$/, "")
        .replaceAll(/\/\([^/]+\)/g, "")
        .replace(/\/index$/, "") || "/",
      isForm: /\bPOST\b/.test(Deno.readTextFileSync(file)),
    }));
  const others = OTHERS.map((pattern) => ({ pattern, isForm: false }));
  return [...routes, ...others]
    .sort((a, b) => a.pattern < b.pattern ? -1 : 1);
}

/** A path of a route, its parameters filled in. */
export function pathOf(pattern: string, value: () => string): string {
  return pattern.replaceAll(/\[[^\]]+\]/g, value);
}
