/** The site of the engine's tests, built once for all files of their group. */
import { EndingBuilder } from "../../support/esbuild.ts";
import { app } from "./fixtures/site/main.ts";

export const root = new URL("fixtures/site", import.meta.url).pathname;

export const applySnapshot = await new EndingBuilder({ root }).build({
  snapshot: "memory",
});
applySnapshot(app);

export const handler = app.handler();
