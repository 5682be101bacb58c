import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { UpdateBars } from "../../../lib/commands/update_bars.ts";

/** A terminal that keeps what is written to it. */
function terminal() {
  let written = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  return {
    bars: new UpdateBars(Object.assign(stream, { isTTY: true, columns: 100 })),
    text: () => stripVTControlCharacters(written),
    written: () => written,
  };
}

Deno.test("UpdateBars - feed, phase, bar and bytes", () => {
  const { bars, text } = terminal();
  bars.show({
    feed: "tor-exits",
    phase: "downloading",
    bytesDone: 500,
    bytesTotal: 2000,
  });
  bars.clear();
  assert.equal(
    text(),
    "tor-exits            downloading ██████░░░░░░░░░░░░░░░░░░ 500 bytes of 2.0 KB",
  );
});

Deno.test("UpdateBars - without a total the bar is empty, the bytes are said", () => {
  const { bars, text } = terminal();
  bars.show({ feed: "a", phase: "unpacking", bytesDone: 1_500_000 });
  bars.clear();
  assert.equal(
    text(),
    "a                    unpacking   ░░░░░░░░░░░░░░░░░░░░░░░░ 1.5 MB",
  );
});

Deno.test("UpdateBars - cleared they leave no trace and show the cursor; later ones come anew", () => {
  const { bars, written, text } = terminal();
  bars.show({ feed: "a", phase: "asking", bytesDone: 0 });
  bars.clear();
  bars.clear();
  const first = written();
  assert(first.includes("\u001b[?25l") && first.endsWith("\u001b[0J"));
  assert(first.lastIndexOf("\u001b[?25h") > first.lastIndexOf("\u001b[?25l"));
  bars.show({ feed: "b", phase: "asking", bytesDone: 0 });
  bars.clear();
  assert.match(text(), /^a +asking .*b +asking /);
});
