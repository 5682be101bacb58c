import assert from "node:assert/strict";
import { BuildProgress } from "../../../../lib/app/build/build_progress.ts";
import { recordingTerminal } from "../terminal.ts";

/** What is shown on a terminal, or elsewhere. */
function shown(isTTY: boolean): string {
  const { stream, written } = recordingTerminal({ isTTY });
  const progress = new BuildProgress(stream);
  progress.begin(["pages"]);
  progress.begin(["systems", "countries"]);
  progress.end("systems");
  progress.end("pages");
  progress.end("countries");
  progress.close();
  return written();
}

Deno.test("BuildProgress - writes a line for each step where there is no terminal", () =>
  assert.equal(
    shown(false),
    "built systems (1 of 3)\nbuilt pages (2 of 3)\nbuilt countries (3 of 3)\n",
  ));

Deno.test("BuildProgress - shows a bar on a terminal, and removes it", () => {
  const screen = shown(true);
  assert.doesNotMatch(screen, /^built/m);
  assert.match(screen, /Building ░{24} 0 of 1: /);
  assert.match(screen, /Building █+░* 3 of 3: |Building █{8}░{16} 1 of 3: /);
});
