import { byteText, countText } from "../../../../lib/core/text.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  isDiskFull,
  isOffline,
  networkErrorText,
  operatorMessage,
  type Outcome,
  summaryText,
} from "../../../../lib/data/update/outcome.ts";
import { codePoint } from "../../../support/code_point.ts";
import { forAll } from "../../../support/for_all.ts";

Deno.test("byteText - decimal units with one digit", () => {
  const texts = [0, 999, 1000, 1_234_567, 63_069_790, 5e9, 2e15].map(byteText);
  const small = ["0 bytes", "999 bytes", "1.0 KB", "1.2 MB", "63.1 MB"];
  assert.deepEqual(texts, [...small, "5.0 GB", "2000.0 TB"]);
});

Deno.test("byteText - never 1000 of a smaller unit", () => {
  forAll([fc.nat(2 ** 40)], (bytes) => {
    assert(parseFloat(byteText(bytes)) < 1000, byteText(bytes));
  });
  assert.equal(byteText(999_950), "1.0 MB");
});

Deno.test("countText - commas at the thousands", () => {
  const texts = [0, 999, 1200, 1234567].map(countText);
  assert.deepEqual(texts, ["0", "999", "1,200", "1,234,567"]);
});

Deno.test("isDiskFull - true for a write to a full device, false for other errors", async () => {
  using full = await Deno.open("/dev/full", { write: true });
  const error = await full.write(new Uint8Array(1)).catch((e) => e);
  assert.equal(isDiskFull(error), true);
  const outer = new Error("while compiling", { cause: error });
  assert.equal(isDiskFull(outer), true);
  assert.equal(networkErrorText(error), "the disk is full");
  const missing = await Deno.readFile("/nowhere").catch((e) => e);
  assert.equal(isDiskFull(missing), false);
  assert.equal(isDiskFull(new Error("os error 281)")), false);
  assert.equal(isDiskFull("os error 28)"), false);
});

Deno.test("networkErrorText - reduces URLs to the host", () => {
  const error = new Error(
    "error sending request for url (https://me:pw@store.example:8443/a?X-Signature=abc): refused",
  );
  const text =
    "error sending request for url (https://store.example:8443): refused";
  assert.equal(networkErrorText(error), text);
});

Deno.test("networkErrorText - without Deno's words and advice about permissions", () => {
  const error = new Deno.errors.NotCapable(
    'Requires all access to "/proc/nope/data", run again with the --allow-all flag',
  );
  assert.equal(networkErrorText(error), "the service has no access to it");
});

Deno.test("networkErrorText - one line without control characters, of bounded length", () => {
  const escapes = new Error("a\u001b[31mb\r\nc\u0085d");
  assert.equal(networkErrorText(escapes), "a [31mb c d");
  const [full, cut] = ["x".repeat(300), "x".repeat(299) + "…"];
  assert.equal(networkErrorText(new Error(full)), full);
  assert.equal(networkErrorText(new Error(full + "x")), cut);
  forAll([fc.string({ unit: codePoint, maxLength: 600 })], (text) => {
    const line = networkErrorText(new Error(text));
    assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]/u);
    assert(line.length <= 300);
  });
});

function outcomes(
  counts: Partial<Record<Outcome["outcome"] | "unreachable", number>>,
): Outcome[] {
  return Object.entries(counts).flatMap(([outcome, count]) =>
    Array.from({ length: count }, (_, i): Outcome => ({
      feed: `${outcome}-${i}`,
      message: "why",
      entries: null,
      bytes: null,
      ...outcome === "unreachable"
        ? { outcome: "failed", isUnreachable: true }
        : { outcome: outcome as Outcome["outcome"] },
    }))
  );
}

Deno.test("operatorMessage - the message of a plain error, and the stack of a bug", () => {
  const error = new Error("Cannot open\nhttps://a.example/x?key=1");
  assert.equal(operatorMessage(error), "Cannot open https://a.example");
  const bug = new TypeError("odd");
  assert.match(operatorMessage(bug), /^TypeError: odd\n\s+at /);
  assert.equal(operatorMessage("text"), "text");
});

Deno.test("summaryText - one sentence, which asks for the network if no server was reached", () => {
  const cases = [
    [
      { updated: 3, unchanged: 20, skipped: 5 },
      "28 feeds: 3 updated, 20 unchanged, 5 skipped.",
    ],
    [{ unchanged: 1 }, "1 feed: 1 unchanged."],
    [{ unreachable: 23, skipped: 5 }, "23 of 28 feeds failed: no network?"],
    [{ unreachable: 22, failed: 1, skipped: 5 }, "23 of 28 feeds failed."],
    [{ unreachable: 2, unchanged: 26 }, "2 of 28 feeds failed."],
    [{ failed: 1 }, "1 of 1 feed failed."],
    [{}, "0 feeds."],
  ] as const;
  for (const [counts, text] of cases) {
    assert.equal(summaryText(outcomes(counts)), text);
  }
});

Deno.test("isOffline - if servers were tried, and none was reached", () => {
  const none = { message: "", entries: null, bytes: null };
  const failed: Outcome = { feed: "a", outcome: "failed", ...none };
  const unreached: Outcome = { ...failed, isUnreachable: true };
  const skipped: Outcome = { ...failed, outcome: "skipped" };
  const cases = [[], [skipped], [skipped, unreached], [failed, unreached]];
  assert.deepEqual(cases.map(isOffline), [false, false, true, false]);
});
