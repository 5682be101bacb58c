/** What JSX becomes in the browser's module: Preact has this function anyway, and no second one is loaded for it. */
export { Fragment as freshFragment, h as freshElement } from "preact";
