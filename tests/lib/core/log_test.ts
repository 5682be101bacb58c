import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createLog,
  describeError,
  LogRateLimiter,
  rateLimitedLog,
  summarizeError,
} from "../../../lib/core/log.ts";
import { codePoint } from "../../support/code_point.ts";
import { forAll } from "../../support/for_all.ts";

function linesOf(level: "debug" | "info" | "warn" | "error") {
  const lines: string[] = [];
  const log = createLog({ level, now: () => 0, write: (l) => lines.push(l) });
  return { log, lines };
}

Deno.test("createLog - one line with time, level, message and fields, for events of the level and above", () => {
  const { log, lines } = linesOf("warn");
  const url = "http://[::]:8000/";
  log.debug("a");
  log.info("b");
  log.warn("listening", { port: 8000, url, gone: undefined });
  log.error("d");
  assert.deepEqual(lines, [
    "1970-01-01T00:00:00.000Z warn  listening port=8000 url=http://[::]:8000/",
    "1970-01-01T00:00:00.000Z error d",
  ]);
});

Deno.test("createLog - a hostile value stays on its line, and letters of all languages are not escaped", () => {
  const { log, lines } = linesOf("info");
  log.info("asked", { path: "/\n1970 error forged" });
  assert.equal(lines.length, 1);
  assert.equal(lines[0].includes("\n"), false);
  const city = "\u5317\u4eac, Z\u00fcrich \u{1f600}";
  log.info("asked", { city });
  assert.equal(lines[1].slice(31), `asked city="${city}"`);
});

Deno.test("createLog - characters that forge, reverse or hide text are escaped", () => {
  const { log, lines } = linesOf("info");
  const cases: [string, string][] = [
    // C1: a line break and the start of an escape sequence.
    ["a\u0085b\u009b31m", "a\\u0085b\\u009b31m"],
    ["a\u001b[31m\u007f", "a\\u001b[31m\\u007f"],
    ["a\u2028b\u2029c", "a\\u2028b\\u2029c"],
    // Bidirectional override and isolate, zero width space, byte order mark.
    ["\u202ea\u2066b\u200bc\ufeff", "\\u202ea\\u2066b\\u200bc\\ufeff"],
    // A tag character, outside the first plane; a filler, which is a letter.
    ["a\u{e0041}\u3164", "a\\udb40\\udc41\\u3164"],
    ["a\ud800b", "a\\ud800b"],
    ["a\nb\tc", "a\\nb\\tc"],
  ];
  for (const [sent, written] of cases) {
    log.info("asked", { path: sent });
    assert.equal(lines.at(-1)?.slice(31), `asked path="${written}"`);
  }
  log.info("asked by\u202e \u009b31m\n");
  assert.equal(lines.at(-1)?.slice(31), "asked by\\u202e \\u009b31m\\u000a");
});

Deno.test("createLog - any value is one line of printable text that can be decoded", () => {
  const unit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));
  const special = fc.constantFrom(
    ...'a "\\\n\r\u0080\u0085\u009b\u200f\u2028\u2029\u202e\ufeff',
  );
  const text = fc.oneof(
    ...[codePoint, unit, special].map((unit) => fc.string({ unit })),
  );
  forAll([text], (value) => {
    const { log, lines } = linesOf("info");
    log.info("asked", { value });
    const [, written] = lines[0].match(/^\S+ info {2}asked value=(.*)$/su) ??
      [];
    assert.doesNotMatch(written, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    const isQuoted = written.startsWith('"');
    assert.equal(isQuoted ? JSON.parse(written) : written, value);
  }, { numRuns: 500 });
});

Deno.test("describeError - includes causes, to a bounded depth", () => {
  const deep = new Error("a", { cause: new Error("b", { cause: "c" }) });
  const described = /^Error: a.* caused by Error: b.* caused by c$/s;
  assert.match(describeError(deep), described);
  const loop: Error & { cause?: unknown } = new Error("loop");
  loop.cause = loop;
  assert.equal(describeError(loop).split("caused by").length, 4);
});

Deno.test("summarizeError - names and messages, without stacks, truncated", () => {
  const late = new DOMException("Signal timed out.", "TimeoutError");
  const summary = summarizeError(new TypeError("a", { cause: late }));
  const causes = "TypeError: a caused by TimeoutError: Signal timed out.";
  assert.equal(summary, causes);
  assert.equal(summarizeError("c"), "c");
  const long = summarizeError(new Error("x".repeat(1_000)));
  assert.equal(long, `Error: ${"x".repeat(293)}`);
});

function fixture(maxKinds?: number) {
  const clock = { now: 1_000 };
  const now = () => clock.now;
  const lines = new LogRateLimiter({ now, quietMs: 60_000, maxKinds });
  return { clock, lines };
}

Deno.test("LogRateLimiter - admits one per kind and period, then reports how many were suppressed", () => {
  const { clock, lines } = fixture();
  assert.equal(lines.admit("a"), 0);
  assert.equal(lines.admit("a"), null);
  clock.now += 59_999;
  assert.equal(lines.admit("a"), null);
  clock.now += 1;
  assert.equal(lines.admit("b"), 0);
  assert.equal(lines.admit("a"), 2);
  assert.equal(lines.admit("a"), null);
  clock.now += 3_600_000;
  assert.equal(lines.admit("a"), 1);
  clock.now += 60_000;
  assert.equal(lines.admit("a"), 0);
});

Deno.test("LogRateLimiter - a clock set back does not extend the quiet period, and kinds are limited independently", () => {
  const { clock, lines } = fixture();
  clock.now = 3_600_000;
  assert.equal(lines.admit("a"), 0);
  clock.now = 1_000;
  const taken = ["a", "b", "a", "b"].map((kind) => lines.admit(kind));
  assert.deepEqual(taken, [0, 0, null, null]);
});

Deno.test("LogRateLimiter - kinds beyond the maximum share one, until others expire, which bounds the lines for any sequence of kinds", () => {
  const { clock, lines } = fixture(2);
  const taken = ["a", "b", "c", "d", "e"].map((kind) => lines.admit(kind));
  assert.deepEqual(taken, [0, 0, 0, null, null]);
  clock.now += 60_000;
  assert.equal(lines.admit("f"), 0);
  assert.equal(lines.admit("g"), 0);
  forAll([fc.array(fc.string(), { maxLength: 200 })], (kinds) => {
    const { lines } = fixture(8);
    const written = kinds.filter((kind) => lines.admit(kind) !== null);
    assert.ok(written.length <= 9, `${written.length}`);
  });
});

Deno.test("rateLimitedLog - one line per level and message, whatever the fields", () => {
  const clock = { now: 0 };
  const now = () => clock.now;
  const lines: string[] = [];
  const write = (line: string) => lines.push(line.slice(11));
  const full = createLog({ level: "info", now, write });
  const log = rateLimitedLog(full, new LogRateLimiter({ now }));
  for (let i = 0; i < 5; i++) log.error("no room", { try: i });
  log.warn("no room");
  log.debug("below the level");
  clock.now = 60_000;
  log.error("no room", { try: 9 });
  log.info("room");
  assert.deepEqual(lines, [
    "00:00:00.000Z error no room try=0",
    "00:00:00.000Z warn  no room",
    "00:01:00.000Z error no room try=9 more=4",
    "00:01:00.000Z info  room",
  ]);
});
