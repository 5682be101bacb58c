import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import {
  dataUpdate,
  type DataUpdateOptions,
  ProgressBars,
} from "../../../../lib/app/commands/data_update.ts";
import { UsageError } from "../../../../lib/app/commands/output.ts";
import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { feedServer } from "../../data/update/feed_server.ts";
import { lineFeed, lines } from "../../data/update/line_feed.ts";
import { fixture, patient } from "../../data/update/update_fixture.ts";

/** A terminal that records its output. */
function terminal() {
  let written = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  return {
    bars: new ProgressBars(
      Object.assign(stream, { isTTY: true, columns: 100 }),
    ),
    text: () => stripVTControlCharacters(written),
    written: () => written,
  };
}

Deno.test("ProgressBars - show feed, phase, bar and bytes", () => {
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

Deno.test("ProgressBars - show an empty bar, and the bytes, without a total", () => {
  const { bars, text } = terminal();
  bars.show({ feed: "a", phase: "unpacking", bytesDone: 1_500_000 });
  bars.clear();
  assert.equal(
    text(),
    "a                    unpacking   ░░░░░░░░░░░░░░░░░░░░░░░░ 1.5 MB",
  );
});

Deno.test("ProgressBars - leave no trace when cleared, and return with later progress", () => {
  const { bars, written, text } = terminal();
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

Deno.test("dataUpdate - prints a line for each feed that ends, and returns 0 without failures", async () => {
  await using server = feedServer({ "/a": () => new Response(lines(1200)) });
  const response = await run([
    lineFeed("tor-exits", `${server.origin}/a`),
    lineFeed("city", `${server.origin}/b`, { credentials: "maxmind" }),
  ]);
  assert.deepEqual({ ...response, out: response.out.split("\n").sort() }, {
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

Deno.test("dataUpdate - returns 1 if a feed failed", async () => {
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  const response = await run([
    lineFeed("a", `${server.origin}/a`),
    lineFeed("b", `${server.origin}/b`),
  ]);
  assert.deepEqual({ ...response, out: response.out.split("\n").sort() }, {
    code: 1,
    out: [
      "",
      "1 of 2 feeds failed.",
      "a  updated    2 entries, 14 bytes",
      "b  FAILED     its URL does not exist (404): there is no data yet",
    ],
    err: "",
  });
});

Deno.test("dataUpdate - ends with a question about the network if no server can be reached", async () => {
  // Nobody listens on port 1.
  const feeds = ["a", "b"].map((name) => lineFeed(name, "http://127.0.0.1:1/"));
  const needy = lineFeed("c", "http://127.0.0.1:1/", {
    credentials: "contact",
  });
  const { code, out } = await run([...feeds, needy]);
  assert.equal(code, 1);
  assert.equal(
    out.trimEnd().split("\n").at(-1),
    "2 of 3 feeds failed: no network?",
  );
});

Deno.test("dataUpdate - returns 1 if a named feed was skipped", async () => {
  const feeds = [
    lineFeed("city", "http://lists.example/", { credentials: "maxmind" }),
  ];
  assert.equal((await run(feeds)).code, 0);
  assert.deepEqual(await run(feeds, { only: ["city"] }), {
    code: 1,
    out: "city  skipped    needs MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY\n" +
      "1 feed: 1 skipped.\n",
    err: "",
  });
});

Deno.test("dataUpdate - clears the bars immediately on abort, and stops drawing", async () => {
  const controller = new AbortController();
  let written = "";
  const terminal = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    }),
    { isTTY: true, columns: 100 },
  );
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  let atStop = "";
  const feed = lineFeed("a", `${server.origin}/a`, {
    compile() {
      assert(written.includes("\u001b[?25l"));
      controller.abort();
      atStop = written;
      return Promise.resolve({ entries: 2, builtAt: null });
    },
  });
  const { err } = await run([feed], { terminal, signal: controller.signal });
  assert.equal(
    err,
    "stopping…\nstopped; feeds that were not updated are unchanged.\n",
  );
  assert(atStop.lastIndexOf("\u001b[?25h") > atStop.lastIndexOf("\u001b[?25l"));
  assert.equal(written, atStop);
});

Deno.test("dataUpdate - escapes control characters in a download's messages", async () => {
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  const response = await run([
    lineFeed("a", `${server.origin}/a`, {
      compile: () => Promise.reject(new Error("row \u001b[2J\n1 is none")),
    }),
  ]);
  assert.equal(
    response.out,
    "a  FAILED     row  [2J 1 is none: there is no data yet\n" +
      "1 of 1 feed failed.\n",
  );
});

Deno.test("dataUpdate - throws UsageError for an unknown feed", async () => {
  const feeds = [
    lineFeed("a", "http://lists.example/"),
    lineFeed("b", "http://lists.example/"),
  ];
  await assert.rejects(run(feeds, { only: ["b", "c"] }), (error) => {
    assert(error instanceof UsageError);
    assert.equal(error.message, 'there is no feed "c". The feeds are a, b.');
    return true;
  });
});

Deno.test("dataUpdate - reports on abort which data stays in use", async () => {
  const controller = new AbortController();
  await using server = feedServer({
    "/a": () => {
      controller.abort();
      return new Response(lines(2));
    },
  });
  assert.deepEqual(
    await run([lineFeed("a", `${server.origin}/a`)], {
      signal: controller.signal,
    }),
    {
      code: 1,
      out: "",
      err: "stopping…\nstopped; feeds that were not updated are unchanged.\n",
    },
  );
});

Deno.test("dataUpdate - reports that another update is running", async () => {
  await using data = await fixture();
  using _ = await StoreWriter.open(data.store);
  await assert.rejects(run([], { store: data.store }), {
    name: "Error",
    message: "another update is running.",
  });
});
