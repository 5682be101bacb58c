/**
 * Writes the maps and the flags, and what draws previews, in a process of its own: the
 * URLs of `static/` and of the folder for previews.
 */
import { runAsProcess } from "../../core/own_process.ts";
import { writeFlags, writePreviewFiles } from "./generated_files.ts";
import { writeMaps } from "./maps.ts";

await runAsProcess(async ([folder, preview]) => {
  await writePreviewFiles(new URL(preview));
  await writeMaps(new URL(folder));
  await writeFlags(new URL("flags/", folder));
});
