/** The part of Fresh 2's public API that also runs in browsers, imported as `fresh/runtime`. */
import { assets, VERSION_PARAM } from "./snapshot.ts";

export { Head } from "./head.ts";

/** Whether the code runs in a browser, not on the server. */
export const IS_BROWSER: boolean = typeof document !== "undefined";

/** Adds the version to the path of a static file, so that browsers can cache the file for a year. */
export function asset(path: string): string {
  if (!/^\/(?!\/)/.test(path) || path.includes(VERSION_PARAM)) return path;
  const [, url, fragment] = /^([^#]*)(.*)$/.exec(path)!;
  const separator = url.includes("?") ? "&" : "?";
  return `${url}${separator}${VERSION_PARAM}=${assets.version}${fragment}`;
}
