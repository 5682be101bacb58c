import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import {
  dataUpdate,
  type DataUpdateOptions,
  ProgressBars,
} from "../../../../lib/app/commands/data_update.ts";
import { UsageError } from "../../../../lib/app/commands/output.ts";
import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { feedServer } from "../../data/update/feed_server.ts";
import { testWith } from "../../../support/test_with.ts";
import { recordingTerminal } from "../terminal.ts";
import { lineFeed, lines } from "../../data/update/line_feed.ts";
import { fixture, patient } from "../../data/update/update_fixture.ts";

/** Bars on a terminal, and what it shows of them. */
function barsOn() {
  const { stream, written } = recordingTerminal({ columns: 100 });
  const text = () => stripVTControlCharacters(written());
  return { bars: new ProgressBars(stream), text, written };
}

const bars: [what: string, ...Parameters<ProgressBars["show"]>, string][] = [
  [
    "feed, phase, bar and bytes",
    { feed: "a-b", phase: "downloading", bytesDone: 500, bytesTotal: 2000 },
    "a-b                  downloading ██████░░░░░░░░░░░░░░░░░░ 500 bytes of 2.0 KB",
  ],
  [
    "an empty bar, and the bytes, without a total",
    { feed: "a", phase: "unpacking", bytesDone: 1_500_000 },
    "a                    unpacking   ░░░░░░░░░░░░░░░░░░░░░░░░ 1.5 MB",
  ],
];
for (const [what, progress, line] of bars) {
  Deno.test(`ProgressBars - show ${what}`, () => {
    const { bars, text } = barsOn();
    bars.show(progress);
    bars.clear();
    assert.equal(text(), line);
  });
}

Deno.test("ProgressBars - leave no trace when cleared, and return with later progress", () => {
  const { bars, written, text } = barsOn();
  bars.show({ feed: "a", phase: "requesting", bytesDone: 0 });
  bars.clear();
  bars.clear();
  const first = written();
  assert(first.includes("\u001b[?25l") && first.endsWith("\u001b[0J"));
  assert(first.lastIndexOf("\u001b[?25h") > first.lastIndexOf("\u001b[?25l"));
  bars.show({ feed: "b", phase: "requesting", bytesDone: 0 });
  bars.clear();
  assert.match(text(), /^a +requesting .*b +requesting /);
});

/** Runs the command with a store of its own, and returns its output. */
async function run(
  feeds: readonly Feed[],
  more: Partial<DataUpdateOptions> = {},
) {
  await using data = await fixture();
  const output = { out: "", err: "" };
  const code = await dataUpdate({
    feeds,
    store: data.store,
    fetch,
    now: () => data.clock.now,
    version: "1.2.3",
    signal: new AbortController().signal,
    limits: patient,
    out: (text) => output.out += text,
    err: (text) => output.err += text,
    ...more,
  });
  return { code, ...output };
}

const sorted = ({ out, ...rest }: Awaited<ReturnType<typeof run>>) => ({
  ...rest,
  out: out.split("\n").sort(),
});
const STOPPED =
  "stopping…\nstopped; feeds that were not updated are unchanged.\n";
const needy = lineFeed("city", "http://127.0.0.1:1/", {
  credentials: "maxmind",
});

/** A server of two lines, and feeds of it. */
const test = testWith(() => {
  const server = feedServer({ "/a": () => new Response(lines(2)) });
  const feed = (name: string, more?: Partial<Feed>) =>
    lineFeed(name, `${server.origin}/${name}`, more);
  return { server, feed, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
});

test("dataUpdate - prints a line for each feed that ends, and returns 0 without failures", async ({ server, feed }) => {
  server.routes["/tor-exits"] = () => new Response(lines(1200));
  assert.deepEqual(sorted(await run([feed("tor-exits"), needy])), {
    code: 0,
    out: [
      "",
      "2 feeds: 1 updated, 1 skipped.",
      "city       skipped    needs MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY",
      "tor-exits  updated    1,200 entries, 10.9 KB",
    ],
    err: "",
  });
});

test("dataUpdate - returns 1 if a feed failed", async ({ feed }) =>
  assert.deepEqual(sorted(await run([feed("a"), feed("b")])), {
    code: 1,
    out: [
      "",
      "1 of 2 feeds failed.",
      "a  updated    2 entries, 14 bytes",
      "b  FAILED     its URL does not exist (404): there is no data yet",
    ],
    err: "",
  }));

Deno.test("dataUpdate - ends with a question about the network if no server can be reached", async () => {
  // Nobody listens on port 1.
  const feeds = ["a", "b"].map((name) => lineFeed(name, "http://127.0.0.1:1/"));
  const { code, out } = await run([...feeds, needy]);
  assert.equal(code, 1);
  const last = out.trimEnd().split("\n").at(-1);
  assert.equal(last, "2 of 3 feeds failed: no network?");
});

Deno.test("dataUpdate - returns 1 if a named feed was skipped", async () => {
  assert.equal((await run([needy])).code, 0);
  assert.deepEqual(await run([needy], { only: ["city"] }), {
    code: 1,
    out: "city  skipped    needs MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY\n" +
      "1 feed: 1 skipped.\n",
    err: "",
  });
});

test("dataUpdate - clears the bars immediately on abort, and stops drawing", async ({ feed }) => {
  const controller = new AbortController();
  const { stream: terminal, written } = recordingTerminal({ columns: 100 });
  let atStop = "";
  const stopping = feed("a", {
    compile() {
      assert(written().includes("\u001b[?25l"));
      controller.abort();
      atStop = written();
      return Promise.resolve({ entries: 2, builtAt: null });
    },
  });
  const { signal } = controller;
  const { err } = await run([stopping], { terminal, signal });
  assert.equal(err, STOPPED);
  assert(atStop.lastIndexOf("\u001b[?25h") > atStop.lastIndexOf("\u001b[?25l"));
  assert.equal(written(), atStop);
});

test("dataUpdate - escapes control characters in a download's messages", async ({ feed }) => {
  const error = new Error("row \u001b[2J\n1 is none");
  const faulty = feed("a", { compile: () => Promise.reject(error) });
  assert.equal(
    (await run([faulty])).out,
    "a  FAILED     row  [2J 1 is none: there is no data yet\n" +
      "1 of 1 feed failed.\n",
  );
});

test("dataUpdate - throws UsageError for an unknown feed", ({ feed }) =>
  assert.rejects(
    run([feed("a"), feed("b")], { only: ["b", "c"] }),
    new UsageError('there is no feed "c". The feeds are a, b.'),
  ));

test("dataUpdate - reports on abort which data stays in use", async ({ server, feed }) => {
  const controller = new AbortController();
  server.routes["/a"] = () => {
    controller.abort();
    return new Response(lines(2));
  };
  const { signal } = controller;
  const found = await run([feed("a")], { signal });
  assert.deepEqual(found, { code: 1, out: "", err: STOPPED });
});

Deno.test("dataUpdate - reports that another update is running", async () => {
  await using data = await fixture();
  using _ = await StoreWriter.open(data.store);
  const error = { name: "Error", message: "another update is running." };
  await assert.rejects(run([], { store: data.store }), error);
});
