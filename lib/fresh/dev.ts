/** The part of Fresh 2's public API that builds an app, under the specifier `fresh/dev`. */
export { Builder, type BuildOptions } from "./builder.ts";
