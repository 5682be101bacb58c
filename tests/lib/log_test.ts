import assert from "node:assert/strict";
import { createLog, describeError, summarizeError } from "../../lib/log.ts";

function linesOf(level: "debug" | "info" | "warn" | "error") {
  const lines: string[] = [];
  const log = createLog({ level, now: () => 0, write: (l) => lines.push(l) });
  return { log, lines };
}

Deno.test("createLog - one line with time, level, message and fields", () => {
  const { log, lines } = linesOf("info");
  log.info("listening", {
    port: 8000,
    url: "http://[::]:8000/",
    gone: undefined,
  });
  assert.deepEqual(lines, [
    "1970-01-01T00:00:00.000Z info  listening port=8000 url=http://[::]:8000/",
  ]);
});

Deno.test("createLog - what lies below the level is not written", () => {
  const { log, lines } = linesOf("warn");
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  assert.deepEqual(lines.map((line) => line.slice(25)), ["warn  c", "error d"]);
});

Deno.test("createLog - a hostile value stays on its line", () => {
  const { log, lines } = linesOf("info");
  log.info("asked", { path: "/\n1970 error forged" });
  assert.equal(lines.length, 1);
  assert.equal(lines[0].includes("\n"), false);
});

Deno.test("describeError - names the causes, to a bounded depth", () => {
  const deep = new Error("a", { cause: new Error("b", { cause: "c" }) });
  assert.match(
    describeError(deep),
    /^Error: a.* caused by Error: b.* caused by c$/s,
  );
  const loop: Error & { cause?: unknown } = new Error("loop");
  loop.cause = loop;
  assert.equal(describeError(loop).split("caused by").length, 4);
});

Deno.test("summarizeError - names and messages, without stacks", () => {
  const late = new DOMException("Signal timed out.", "TimeoutError");
  assert.equal(
    summarizeError(new TypeError("a", { cause: late })),
    "TypeError: a caused by TimeoutError: Signal timed out.",
  );
  assert.equal(summarizeError("c"), "c");
});

Deno.test("summarizeError - a long message is cut", () => {
  assert.equal(
    summarizeError(new Error("x".repeat(1_000))),
    `Error: ${"x".repeat(293)}`,
  );
});
