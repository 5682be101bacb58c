import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import type { Progress } from "../../../../lib/data/update/outcome.ts";
import { feedServer, file } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { fixture, NOON, patient } from "./update_fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(fixture);

const DAY = 86_400_000;

test("updateFeeds - stores new data with its complete manifest", async (data) => {
  await using server = feedServer({ "/tor": file(lines(1200), '"1"') });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  assert.deepEqual(await data.update([feed]), [{
    feed: "tor-exits",
    outcome: "updated",
    message: "1,200 entries, 10.9 KB",
    entries: 1200,
    bytes: 10890,
  }]);
  const sha256 = createHash("sha256").update(lines(1200)).digest("hex");
  assert.deepEqual(await data.store.manifests(), [{
    feed: "tor-exits",
    file: `tor-exits.${NOON}.txt`,
    format: 1,
    url: `${server.origin}/tor`,
    etag: '"1"',
    lastModified: null,
    fetchedAt: NOON,
    checkedAt: NOON,
    builtAt: null,
    entries: 1200,
    bytes: 10890,
    sha256,
    downloadSha256: sha256,
  }]);
  assert.equal(await data.text("tor-exits"), lines(1200));
  assert.deepEqual(data.files(), [
    `tor-exits.${NOON}.txt`,
    "tor-exits.json",
  ]);
});

test("updateFeeds - the feed with the names of others is complete before the others start", async (data) => {
  const progress: string[] = [];
  await using server = feedServer({
    "/routes": file(lines(3), '"1"'),
    "/names": file(lines(3), '"1"'),
  });
  const feeds = [
    lineFeed("routes", `${server.origin}/routes`),
    lineFeed("names", `${server.origin}/names`, { hasNames: true }),
  ];
  const outcomes = await data.update(feeds, {
    report: ({ feed, phase }) => progress.push(`${feed} ${phase}`),
  });
  assert.deepEqual(
    outcomes.map(({ feed, outcome }) => [feed, outcome]),
    [["routes", "updated"], ["names", "updated"]],
  );
  const [first] = progress.filter((line) => line.startsWith("routes"));
  assert.equal(progress[progress.indexOf(first) - 1], "names done");
});

test("updateFeeds - downloads a file once for all feeds that read it", async (data) => {
  await using server = feedServer({ "/ranges": file(lines(3), '"1"') });
  const { origin, requests } = server;
  const urls = [`${origin}/new`, `${origin}/ranges`];
  const feeds = ["aws", "other", "aws-regions"].map((name) =>
    lineFeed(name, name === "other" ? `${origin}/ranges` : urls)
  );
  const outcomes = async () =>
    (await data.update(feeds)).map(({ feed, outcome }) => [feed, outcome]);
  const paths = () =>
    requests.splice(0).map(({ path }) => path).sort().join(" ");
  assert.deepEqual(
    await outcomes(),
    feeds.map(({ name }) => [name, "updated"]),
  );
  assert.equal(paths(), "/new /ranges /ranges", "one for each set of URLs");
  const manifests = await data.store.manifests();
  for (const { feed, etag, url } of manifests) {
    assert.deepEqual([etag, url], ['"1"', `${origin}/ranges`], feed);
    assert.equal(await data.text(feed), lines(3), feed);
  }

  // Each of them asks whether there is a newer file than its own.
  assert.deepEqual(
    await outcomes(),
    feeds.map(({ name }) => [name, "unchanged"]),
  );
  assert.equal(paths(), "/new /new /ranges /ranges /ranges");

  server.routes["/ranges"] = file(lines(4), '"2"');
  assert.deepEqual(
    await outcomes(),
    feeds.map(({ name }) => [name, "updated"]),
  );
  assert.equal(paths(), "/new /ranges /ranges");
  assert.equal(await data.text("aws-regions"), lines(4));

  // Only one of them has lost its data.
  await Deno.remove(`${data.folder}/aws-regions.json`);
  assert.deepEqual(await outcomes(), [
    ["aws", "unchanged"],
    ["other", "unchanged"],
    ["aws-regions", "updated"],
  ]);
  assert.equal(paths(), "/new /new /ranges /ranges /ranges");
});

test("updateFeeds - compiles one file at a time, while it downloads others", async (data) => {
  const names = ["a", "b", "c"];
  await using server = feedServer(
    Object.fromEntries(
      names.map((name) => [`/${name}`, file(lines(3), `"${name}"`)]),
    ),
  );
  let compiling = 0;
  const seen: number[] = [];
  const feeds = names.map((name) => {
    const feed = lineFeed(name, `${server.origin}/${name}`);
    return {
      ...feed,
      async compile(...args: Parameters<Feed["compile"]>) {
        compiling++;
        await new Promise((done) => setTimeout(done, 50));
        seen.push(compiling--, server.requests.length);
        return await feed.compile(...args);
      },
    };
  });
  const outcomes = await data.update(feeds);
  assert.deepEqual(outcomes.map(({ outcome }) => outcome), [
    "updated",
    "updated",
    "updated",
  ]);
  // The second download does not wait for the first file.
  assert.deepEqual(seen.slice(0, 3), [1, 2, 1]);
  assert.deepEqual([seen[4], seen.length], [1, 6]);
});

test("updateFeeds - a feed that cannot read a shared file does not fail the others", async (data) => {
  await using server = feedServer({ "/ranges": file(lines(3), '"1"') });
  const url = `${server.origin}/ranges`;
  const broken = lineFeed("aws", url, {
    compile: () => Promise.reject(new Error("it is not a list")),
  });
  const small = lineFeed("small", url, { maxBytes: 10 });
  const feeds = [broken, lineFeed("aws-regions", url), small];
  assert.deepEqual(
    (await data.update(feeds)).map(({ feed, message }) => [feed, message]),
    [
      ["aws", "it is not a list: there is no data yet"],
      ["aws-regions", "3 entries, 21 bytes"],
      ["small", "the download is larger than 10 bytes: there is no data yet"],
    ],
  );
});

test("updateFeeds - a 304 changes only the time of the check", async (data) => {
  await using server = feedServer({ "/tor": file(lines(3), '"1"') });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  const [before] = await data.store.manifests();
  data.clock.now += DAY;
  assert.deepEqual(await data.update([feed]), [{
    feed: "tor-exits",
    outcome: "unchanged",
    message: "nothing newer",
    entries: 3,
    bytes: 21,
  }]);
  assert.deepEqual(await data.store.manifests(), [{
    ...before,
    checkedAt: NOON + DAY,
  }]);
  assert.equal(server.requests[1].headers.get("if-none-match"), '"1"');
});

test("updateFeeds - sends Last-Modified back unchanged", async (data) => {
  const modified = "Sat, 21 Nov 2026 12:00:00 GMT";
  await using server = feedServer({
    "/tor": (request) =>
      request.headers.get("if-modified-since") === modified
        ? new Response(null, { status: 304 })
        : new Response(lines(3), { headers: { "last-modified": modified } }),
  });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  const first = await data.update([feed]);
  const second = await data.update([feed]);
  assert.deepEqual(
    [...first, ...second].map(({ outcome }) => outcome),
    ["updated", "unchanged"],
  );
});

test("updateFeeds - compiles an identical download only with force", async (data) => {
  await using server = feedServer({ "/tor": () => new Response(lines(3)) });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  data.clock.now += DAY;
  assert.equal((await data.update([feed]))[0].outcome, "unchanged");
  assert.equal((await data.store.manifests())[0].file, `tor-exits.${NOON}.txt`);
  const [forced] = await data.update([feed], { force: true });
  assert.equal(forced.outcome, "updated");
  assert.deepEqual(data.files(), [
    `tor-exits.${NOON + DAY}.txt`,
    "tor-exits.json",
  ]);
});

test("updateFeeds - requests unconditionally with force", async (data) => {
  await using server = feedServer({ "/tor": file(lines(3), '"1"') });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  await data.update([feed], { force: true });
  assert.equal(server.requests[1].headers.get("if-none-match"), null);
});

test("updateFeeds - tries the next URL after a 404, each with its own validators", async (data) => {
  await using server = feedServer({ "/2026-10": file(lines(3), '"10"') });
  const { origin } = server;
  const feed = lineFeed("city", [`${origin}/2026-11`, `${origin}/2026-10`]);
  assert.equal((await data.update([feed]))[0].outcome, "updated");
  assert.equal((await data.update([feed]))[0].outcome, "unchanged");
  server.routes["/2026-11"] = file(lines(4), '"11"');
  assert.equal((await data.update([feed]))[0].outcome, "updated");
  assert.equal((await data.store.manifests())[0].url, `${origin}/2026-11`);
  assert.deepEqual(
    server.requests.map(({ path, headers }) => [
      path,
      headers.get("if-none-match"),
    ]),
    [
      ["/2026-11", null],
      ["/2026-10", null],
      ["/2026-11", null],
      ["/2026-10", '"10"'],
      ["/2026-11", null],
    ],
  );
});

test("updateFeeds - records why a feed failed, and updates the others", async (data) => {
  await using server = feedServer({
    "/bad": () => new Response("garbage\n"),
    "/good": () => new Response(lines(2)),
  });
  const bad = lineFeed("bad", `${server.origin}/bad`);
  const outcomes = await data.update([
    bad,
    lineFeed("gone", [`${server.origin}/x`, `${server.origin}/y`]),
    lineFeed("good", `${server.origin}/good`),
  ]);
  assert.deepEqual(outcomes.map((o) => [o.feed, o.outcome, o.message]), [
    ["bad", "failed", "line 1 is not a line: there is no data yet"],
    [
      "gone",
      "failed",
      "none of its URLs exists (404): there is no data yet",
    ],
    ["good", "updated", "2 entries, 14 bytes"],
  ]);
  assert.deepEqual(data.files(), [
    "bad.failed.json",
    "gone.failed.json",
    `good.${NOON}.txt`,
    "good.json",
  ]);
  assert.deepEqual((await data.store.state("bad")).lastFailure, {
    at: NOON,
    code: "malformed",
    reason: "line 1 is not a line",
    count: 1,
  });
  data.clock.now += DAY;
  await data.update([bad]);
  assert.deepEqual((await data.store.state("bad")).lastFailure, {
    at: NOON + DAY,
    code: "malformed",
    reason: "line 1 is not a line",
    count: 2,
  });
  server.routes["/bad"] = () => new Response(lines(1));
  await data.update([bad]);
  assert.equal((await data.store.state("bad")).lastFailure, null);
});

test("updateFeeds - accepts less than half of the entries only with force", async (data) => {
  await using server = feedServer({ "/tor": () => new Response(lines(1200)) });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  data.clock.now += DAY;
  server.routes["/tor"] = () => new Response(lines(599));
  assert.deepEqual(await data.update([feed]), [{
    feed: "tor-exits",
    outcome: "failed",
    message:
      "shrank from 1,200 to 599 entries (use --force to accept it): the old file stays in use",
    entries: 1200,
    bytes: 10890,
  }]);
  assert.equal(await data.text("tor-exits"), lines(1200));
  assert.deepEqual(data.files(), [
    `tor-exits.${NOON}.txt`,
    "tor-exits.failed.json",
    "tor-exits.json",
  ]);
  const [forced] = await data.update([feed], { force: true });
  assert.equal(forced.message, "599 entries, 5.3 KB");
  assert.equal(await data.text("tor-exits"), lines(599));
});

test("updateFeeds - accepts half of the entries", async (data) => {
  await using server = feedServer({ "/tor": () => new Response(lines(1200)) });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  server.routes["/tor"] = () => new Response(lines(600));
  assert.equal((await data.update([feed]))[0].outcome, "updated");
});

test("updateFeeds - a feed is there as soon as it is compiled, while others still download", async (data) => {
  const slow = Promise.withResolvers<void>();
  const seen: [feed: string, files: string[]][] = [];
  await using server = feedServer({
    "/fast": () => new Response(lines(3)),
    "/slow": async () => {
      await slow.promise;
      return new Response(lines(2));
    },
  });
  await data.update([
    lineFeed("slow", `${server.origin}/slow`),
    lineFeed("fast", `${server.origin}/fast`),
  ], {
    report: ({ feed, phase }) => {
      if (phase !== "done") return;
      const stored = data.files().filter((name) => name.startsWith(feed));
      seen.push([feed, stored]);
      slow.resolve();
    },
  });
  assert.deepEqual(seen, [
    ["fast", [`fast.${NOON}.txt`, "fast.json"]],
    ["slow", [`slow.${NOON}.txt`, "slow.json"]],
  ]);
  assert.equal(await data.text("slow"), lines(2));
});

test("updateFeeds - downloads damaged data again, unconditionally and whatever its size", async (data) => {
  await using server = feedServer({ "/tor": file(lines(1200), '"1"') });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  await Deno.truncate(`${data.folder}/tor-exits.${NOON}.txt`, 100);
  server.routes["/tor"] = file(lines(3), '"1"');
  const [outcome] = await data.update([feed]);
  assert.equal(outcome.outcome, "updated");
  assert.equal(server.requests[1].headers.get("if-none-match"), null);
  assert.equal(await data.text("tor-exits"), lines(3));
  assert.deepEqual(data.files(), [
    `tor-exits.${NOON + 1}.txt`,
    "tor-exits.json",
  ]);
});

test("updateFeeds - downloads data again if it was changed without changing its size", async (data) => {
  await using server = feedServer({ "/tor": file(lines(3), '"1"') });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  const path = `${data.folder}/tor-exits.${NOON}.txt`;
  await Deno.writeTextFile(path, lines(3).replace("line 1", "LINE 1"));
  assert.equal((await data.update([feed]))[0].outcome, "updated");
  assert.equal(server.requests[1].headers.get("if-none-match"), null);
  assert.equal(await data.text("tor-exits"), lines(3));
});

test("updateFeeds - downloads data of another format again, whatever its size", async (data) => {
  await using server = feedServer({ "/tor": file(lines(1200), '"1"') });
  const feed = lineFeed("tor-exits", `${server.origin}/tor`);
  await data.update([feed]);
  server.routes["/tor"] = file(lines(3), '"1"');
  const [outcome] = await data.update([{ ...feed, format: 2 }]);
  assert.equal(outcome.outcome, "updated");
  assert.equal(server.requests[1].headers.get("if-none-match"), null);
  assert.equal((await data.store.manifests())[0].format, 2);
});

test("updateFeeds - reports which feeds failed because no server could be reached", async (data) => {
  const silent = Promise.withResolvers<Response>();
  await using server = feedServer({
    "/silent": () => silent.promise,
    "/busy": () => new Response("", { status: 503 }),
    "/long": () => new Response(lines(900)),
    "/less": () => new Response(lines(100)),
  });
  await data.update([lineFeed("less", `${server.origin}/less`)]);
  server.routes["/less"] = () => new Response(lines(2));
  await data.update([
    lineFeed("busy", `${server.origin}/busy`),
    lineFeed("less", `${server.origin}/less`),
    { ...lineFeed("long", `${server.origin}/long`), maxBytes: 1000 },
  ]);
  const outcomes = await data.update([
    // Nobody listens on port 1.
    lineFeed("closed", "http://127.0.0.1:1/"),
    lineFeed("gone", `${server.origin}/gone`),
  ]);
  const [slow] = await data.update([
    lineFeed("silent", `${server.origin}/silent`),
  ], { limits: { ...patient, idleTimeoutMs: 20 } });
  silent.resolve(new Response(""));
  assert.deepEqual(
    [...outcomes, slow].map((o) => [o.feed, o.outcome, o.isUnreachable]),
    [
      ["closed", "failed", true],
      ["gone", "failed", undefined],
      ["silent", "failed", true],
    ],
  );
  const states = await data.store.states();
  assert.deepEqual(states.map((s) => [s.feed, s.lastFailure?.code]), [
    ["busy", "rejected"],
    ["closed", "unreachable"],
    ["gone", "missing"],
    ["less", "shrunk"],
    ["long", "too_large"],
    ["silent", "no_response"],
  ]);
});

test("updateFeeds - continues if report throws", async (data) => {
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  const feeds = ["a", "b"].map((name) => lineFeed(name, `${server.origin}/a`));
  const outcomes = await data.update(feeds, {
    report() {
      throw new Deno.errors.BrokenPipe("nobody reads");
    },
  });
  assert.deepEqual(outcomes.map(({ outcome }) => outcome), [
    "updated",
    "updated",
  ]);
});

test("updateFeeds - an update succeeds even if the recorded failure cannot be removed", async (data) => {
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  await Deno.mkdir(`${data.folder}/a.failed.json/x`, { recursive: true });
  const [outcome] = await data.update([
    lineFeed("a", `${server.origin}/a`),
  ]);
  assert.equal(outcome.outcome, "updated");
});

test("updateFeeds - does not claim that unusable data stays in use", async (data) => {
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  const feed = lineFeed("a", `${server.origin}/a`);
  await data.update([feed]);
  delete server.routes["/a"];
  await Deno.writeTextFile(`${data.folder}/a.json`, "{");
  assert.equal(
    (await data.update([feed]))[0].message,
    "its URL does not exist (404): the existing data cannot be used",
  );
});

test("updateFeeds - rejects with a message if the folder cannot be created", async (data) => {
  await Deno.writeTextFile(data.folder, "a file");
  await assert.rejects(data.update([]), (error) => {
    assert(error instanceof Error && error.constructor === Error);
    assert(error.message.startsWith(`Cannot write to ${data.folder}: `));
    return true;
  });
});

test("updateFeeds - unpacks gzip downloads; broken ones change nothing", async (data) => {
  const packed = new Uint8Array(gzipSync(lines(500)));
  await using server = feedServer({ "/asn": () => new Response(packed) });
  const feed = lineFeed("asn", `${server.origin}/asn`, { packing: "gzip" });
  await data.update([feed]);
  assert.equal(await data.text("asn"), lines(500));
  server.routes["/asn"] = () => new Response(packed.subarray(0, 900));
  const [cut] = await data.update([feed]);
  assert.equal(
    cut.message,
    "the download is truncated: the old file stays in use",
  );
  server.routes["/asn"] = () => new Response("<!doctype html>");
  const [html] = await data.update([feed]);
  assert.equal(
    html.message,
    "the download is not a valid gzip file: the old file stays in use",
  );
  assert.equal(await data.text("asn"), lines(500));
  assert.deepEqual(data.files(), [
    `asn.${NOON}.txt`,
    "asn.failed.json",
    "asn.json",
  ]);
});

test("updateFeeds - unpacks gzip once if it is declared as content encoding", async (data) => {
  await using server = feedServer({
    "/asn": () =>
      new Response(new Uint8Array(gzipSync(lines(5))), {
        headers: { "content-encoding": "gzip" },
      }),
  });
  const feed = lineFeed("asn", `${server.origin}/asn`, { packing: "gzip" });
  assert.equal((await data.update([feed]))[0].message, "5 entries, 35 bytes");
});

/** Like MaxMind's downloads: basic authentication, then a redirect to a signed URL of another origin. */
async function maxmind(sha256?: string) {
  const archive = new Uint8Array(gzipSync(
    await packTar([
      { header: { name: "City_1/LICENSE.txt", size: 4 }, body: "text" },
      { header: { name: "City_1/City.mmdb", size: 21 }, body: lines(3) },
    ]),
  ));
  const digest = sha256 ?? createHash("sha256").update(archive).digest("hex");
  const store = feedServer({
    "/file?sign=secret": () => new Response(archive),
    "/sum?sign=secret": () => new Response(`${digest}  City_1.tar.gz\n`),
  });
  const to = (path: string) => () =>
    Response.redirect(`${store.origin}${path}?sign=secret`);
  const server = feedServer({
    "/City/download?suffix=tar.gz": to("/file"),
    "/City/download?suffix=tar.gz.sha256": to("/sum"),
  });
  const feed = lineFeed(
    "city",
    `${server.origin}/City/download?suffix=tar.gz`,
    {
      packing: "tar.gz",
      extension: "mmdb",
      credentials: "maxmind",
      hasSha256: true,
    },
  );
  return {
    store,
    server,
    feed,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

const credentials = { accountId: "1234", licenseKey: "pässword" };

test("updateFeeds - sends credentials only to the first origin", async (data) => {
  await using publisher = await maxmind();
  const [outcome] = await data.update([publisher.feed], { credentials });
  assert.equal(outcome.message, "3 entries, 21 bytes");
  const sent = (requests: typeof publisher.server.requests) =>
    requests.map(({ headers }) => headers.get("authorization"));
  const basic = "Basic MTIzNDpww6Rzc3dvcmQ=";
  assert.deepEqual(sent(publisher.server.requests), [basic, basic]);
  assert.deepEqual(sent(publisher.store.requests), [null, null]);
  const manifest = await Deno.readTextFile(`${data.folder}/city.json`);
  assert.doesNotMatch(manifest, /secret|1234|pässword|MTIzNDp/);
  assert.deepEqual(data.files(), [`city.${NOON}.mmdb`, "city.json"]);
});

test("updateFeeds - sends no credentials for feeds that need none", async (data) => {
  await using server = feedServer({ "/tor": () => new Response(lines(3)) });
  await data.update([lineFeed("tor", `${server.origin}/tor`)], { credentials });
  assert.equal(server.requests[0].headers.get("authorization"), null);
});

test("updateFeeds - rejects a download whose SHA-256 does not match the published one", async (data) => {
  const cases = [
    ["0".repeat(64), "the download has a wrong SHA-256"],
    ["<html>", "its SHA-256 is malformed"],
  ];
  for (const [sum, reason] of cases) {
    await using publisher = await maxmind(sum);
    const [outcome] = await data.update([publisher.feed], { credentials });
    assert.equal(outcome.message, `${reason}: there is no data yet`);
  }
  await using publisher = await maxmind();
  delete publisher.server.routes["/City/download?suffix=tar.gz.sha256"];
  const [outcome] = await data.update([publisher.feed], { credentials });
  assert.equal(
    outcome.message,
    "its SHA-256 does not exist: there is no data yet",
  );
  assert.deepEqual(data.files(), ["city.failed.json"]);
});

test("updateFeeds - no error message contains a secret", async (data) => {
  await using publisher = await maxmind();
  const { host } = new URL(publisher.store.origin);
  await publisher.store[Symbol.asyncDispose]();
  const [outcome] = await data.update([publisher.feed], { credentials });
  assert.equal(
    outcome.message,
    `${host} cannot be reached: tcp connect error: Connection refused ` +
      "(os error 111): there is no data yet",
  );
});

test("updateFeeds - skips feeds that lack credentials, and reports what they need", async (data) => {
  await using server = feedServer();
  const feeds: Feed[] = (["maxmind", "contact"] as const).map((credentials) =>
    lineFeed(credentials, `${server.origin}/a`, { credentials })
  );
  assert.deepEqual(
    (await data.update(feeds)).map((o) => [o.outcome, o.message]),
    [
      ["skipped", "needs MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY"],
      ["skipped", "needs DATA_CONTACT"],
    ],
  );
  assert.deepEqual(server.requests, []);
  assert.deepEqual(data.files(), []);
});

test("updateFeeds - the User-Agent contains the version, and the contact if configured", async (data) => {
  await using server = feedServer({ "/a": () => new Response(lines(3)) });
  const feed = lineFeed("a", `${server.origin}/a`, { credentials: "contact" });
  await data.update([feed], { contact: "admin@site.example" });
  await data.update([lineFeed("a", `${server.origin}/a`)]);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.get("user-agent")),
    ["porthole/1.2.3 (+admin@site.example)", "porthole/1.2.3"],
  );
});

test("updateFeeds - requests only the named feeds", async (data) => {
  await using server = feedServer({ "/b": () => new Response(lines(3)) });
  const feeds = ["a", "b", "c"].map((n) =>
    lineFeed(n, `${server.origin}/${n}`)
  );
  const outcomes = await data.update(feeds, { only: ["b"] });
  assert.deepEqual(outcomes.map(({ feed }) => feed), ["b"]);
  assert.deepEqual(server.requests.map(({ path }) => path), ["/b"]);
});

test("updateFeeds - a download over the feed's limit changes nothing", async (data) => {
  await using server = feedServer({ "/a": () => new Response(lines(300)) });
  const feed = lineFeed("a", `${server.origin}/a`, { maxBytes: 2000 });
  const [outcome] = await data.update([feed]);
  assert.equal(
    outcome.message,
    "the download is larger than 2.0 KB: there is no data yet",
  );
});

test("updateFeeds - reports every phase", async (data) => {
  const packed = new Uint8Array(gzipSync(lines(5)));
  await using server = feedServer({ "/a": () => new Response(packed) });
  const seen: Progress[] = [];
  const feed = lineFeed("a", `${server.origin}/a`, { packing: "gzip" });
  const [outcome] = await data.update([feed], {
    report: (progress) => seen.push(progress),
  });
  const bytes = packed.length;
  assert.deepEqual(seen, [
    { feed: "a", phase: "requesting", bytesDone: 0 },
    { feed: "a", phase: "downloading", bytesDone: bytes, bytesTotal: bytes },
    { feed: "a", phase: "unpacking", bytesDone: 35 },
    { feed: "a", phase: "checking", bytesDone: 0 },
    { feed: "a", phase: "done", outcome },
  ]);
});

test("updateFeeds - updates at most two feeds at the same time", async (data) => {
  const gates = new Map<string, PromiseWithResolvers<Response>>();
  const arrived = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  await using server = feedServer();
  const names = ["a", "b", "c", "d"];
  for (const name of names) {
    server.routes[`/${name}`] = () => {
      gates.set(name, Promise.withResolvers());
      if (gates.size === 2) arrived[0].resolve();
      if (gates.size === 3) arrived[1].resolve();
      return gates.get(name)!.promise;
    };
  }
  const done = data.update(
    names.map((n) => lineFeed(n, `${server.origin}/${n}`)),
  );
  await arrived[0].promise;
  assert.deepEqual([...gates.keys()].sort(), ["a", "b"]);
  gates.get("b")?.resolve(new Response(lines(1)));
  await arrived[1].promise;
  assert.deepEqual([...gates.keys()].sort(), ["a", "b", "c"]);
  server.routes["/d"] = () => new Response(lines(1));
  gates.get("a")?.resolve(new Response(lines(1)));
  gates.get("c")?.resolve(new Response(lines(1)));
  assert.deepEqual((await done).map(({ feed }) => feed), names);
});

test("updateFeeds - rejects while another update is running", async (data) => {
  await using server = feedServer();
  const held = Promise.withResolvers<Response>();
  const arrived = Promise.withResolvers<void>();
  server.routes["/a"] = () => {
    arrived.resolve();
    return held.promise;
  };
  const feed = lineFeed("a", `${server.origin}/a`);
  const first = data.update([feed]);
  await arrived.promise;
  await assert.rejects(data.update([feed]), {
    name: "Error",
    message: "another update is running.",
  });
  held.resolve(new Response(lines(1)));
  assert.equal((await first)[0].outcome, "updated");
  assert.equal((await data.update([feed]))[0].outcome, "failed");
});

test("updateFeeds - after an abort only the stored data is left", async (data) => {
  await using server = feedServer({ "/a": () => new Response(lines(3)) });
  const feed = lineFeed("a", `${server.origin}/a`);
  await data.update([feed]);
  const held = Promise.withResolvers<Response>();
  const controller = new AbortController();
  const reason = new Error("enough");
  server.routes["/a"] = () => {
    controller.abort(reason);
    return held.promise;
  };
  const { signal } = controller;
  await assert.rejects(data.update([feed], { signal }), reason);
  held.resolve(new Response());
  assert.deepEqual(data.files(), [`a.${NOON}.txt`, "a.json"]);
  await assert.rejects(data.update([feed], { signal }), reason);
});

test("updateFeeds - readers get intact data while it is replaced", async (data) => {
  let round = 0;
  await using server = feedServer({
    "/a": () => new Response(`${++round}\n`.repeat(20_000)),
  });
  const feed = lineFeed("a", `${server.origin}/a`);
  await data.update([feed]);
  let updating = true;
  const seen = new Set<string>();
  const reader = async () => {
    while (updating) {
      const rows = new Set((await data.text("a")).trimEnd().split("\n"));
      assert.equal(rows.size, 1);
      seen.add([...rows][0]);
    }
  };
  const readers = Promise.all([reader(), reader()]);
  for (let i = 0; i < 20; i++) {
    data.clock.now++;
    assert.equal((await data.update([feed]))[0].outcome, "updated");
  }
  updating = false;
  await readers;
  assert(seen.size > 1);
});
