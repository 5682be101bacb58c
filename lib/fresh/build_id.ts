/** Name of the query parameter that carries the version of a static file's address. */
export const VERSION_PARAM = "__frsh_c";

/** The bundler puts the version here; on the server it arrives with the snapshot. */
declare const FRESH_BUILD_ID: string | undefined;

let current = typeof FRESH_BUILD_ID === "string" ? FRESH_BUILD_ID : "";

/** The version of the static files in use; empty before a build is known. */
export function buildId(): string {
  return current;
}

/** Sets the version of the static files in use. */
export function setBuildId(id: string): void {
  current = id;
}
