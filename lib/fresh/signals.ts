/** Of what signals are made of, the one function that a page's data needs: a module of its own, so that the bundle has no more. */
export { signal } from "@preact/signals";
