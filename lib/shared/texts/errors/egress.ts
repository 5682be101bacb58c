import type { ErrorTexts } from "./translation.ts";

/** None: what the egress page asks for answers in JSON, and the page says in its own words what came of it. */
export const egressErrors: ErrorTexts = {
  sentences: {},
  patterns: [],
};
