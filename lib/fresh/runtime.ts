/** The part of Fresh 2's public API that runs in browsers too, under the specifier `fresh/runtime`. */
export { asset } from "./asset.ts";
export { Head } from "./head.ts";

/** Whether the code runs in a browser: `false` while the server renders. */
export const IS_BROWSER: boolean = typeof document !== "undefined";
