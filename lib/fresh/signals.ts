/**
 * The only export of the package that island props need. A separate module
 * keeps the rest out of the bundle.
 */
export { signal } from "@preact/signals";
