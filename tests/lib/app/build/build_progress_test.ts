import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { BuildProgress } from "../../../../lib/app/build/build_progress.ts";

/** What is shown on a terminal, or elsewhere. */
function shown(isTerminal: boolean): { lines: string; screen: string } {
  let screen = "";
  const writable = new Writable({
    write(chunk, _encoding, done) {
      screen += chunk;
      done();
    },
  });
  const stream = Object.assign(writable, { isTTY: true, columns: 80 });
  let lines = "";
  const progress = new BuildProgress({
    isTerminal,
    stream,
    write: (text) => lines += text,
  });
  progress.begin(["pages"]);
  progress.begin(["systems", "countries"]);
  progress.end("systems");
  progress.end("pages");
  progress.end("countries");
  progress.close();
  return { lines, screen };
}

Deno.test("BuildProgress - writes a line for each step where there is no terminal", () => {
  assert.deepEqual(shown(false), {
    lines:
      "built systems (1 of 3)\nbuilt pages (2 of 3)\nbuilt countries (3 of 3)\n",
    screen: "",
  });
});

Deno.test("BuildProgress - shows a bar on a terminal, and removes it", () => {
  const { lines, screen } = shown(true);
  assert.equal(lines, "");
  assert.match(screen, /Building ░{24} 0 of 1: /);
  assert.match(screen, /Building █+░* 3 of 3: |Building █{8}░{16} 1 of 3: /);
});
