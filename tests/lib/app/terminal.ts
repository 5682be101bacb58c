import { Writable } from "node:stream";

/** A terminal, or what is none, and what was written to it so far. */
export function recordingTerminal({ isTTY = true, columns = 80 } = {}) {
  let written = "";
  const writable = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const stream = Object.assign(writable, { isTTY, columns });
  return { stream, written: () => written };
}
