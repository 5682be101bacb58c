/** The query parameter that carries the version of a static file's address. */
export const VERSION_PARAM = "__frsh_c";

/** The bundler puts the version here; on the server it arrives with the snapshot. */
declare const FRESH_BUILD_ID: string | undefined;

/** The version of the static files in use; empty before a build is known. */
export const assets = {
  version: typeof FRESH_BUILD_ID === "string" ? FRESH_BUILD_ID : "",
};

/** The address of a static file with its version, which lets browsers keep the file for a year. */
export function asset(path: string): string {
  if (!/^\/(?!\/)/.test(path) || path.includes(VERSION_PARAM)) return path;
  const [, address, fragment] = /^([^#]*)(.*)$/.exec(path)!;
  const separator = address.includes("?") ? "&" : "?";
  return `${address}${separator}${VERSION_PARAM}=${assets.version}${fragment}`;
}
