/** The only export of the package that island props need. As a module of its own it keeps the rest out of the bundle. */
export { signal } from "@preact/signals";
