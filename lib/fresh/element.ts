/** What JSX becomes in the browser's module: Preact has this function anyway, and no second one is loaded for it. */
export { Fragment as freshFragment, h as freshElement } from "preact";

// What wakes islands is then in the module that they all share, where it packs better than in the entry.
import "./client.ts";
