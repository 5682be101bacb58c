import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import type { Outcome, Progress } from "../../../../lib/data/update/outcome.ts";
import { feedServer, file } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { NOON, patient, test } from "./update_fixture.ts";

const DAY = 86_400_000;

/** The feeds and what became of them, as in "a updated". */
const named = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ feed, outcome }) => `${feed} ${outcome}`);

test("updateFeeds - stores new data with its complete manifest", async (data) => {
  const feed = data.serve("tor", file(lines(1200), '"1"'));
  assert.deepEqual(await data.update([feed]), [{
    feed: "tor",
    outcome: "updated",
    message: "1,200 entries, 10.9 KB",
    entries: 1200,
    bytes: 10890,
  }]);
  const sha256 = createHash("sha256").update(lines(1200)).digest("hex");
  assert.deepEqual(await data.store.manifests(), [{
    feed: "tor",
    file: `tor.${NOON}.txt`,
    format: 1,
    url: `${data.origin}/tor`,
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
  assert.equal(await data.text("tor"), lines(1200));
  assert.deepEqual(data.files(), [`tor.${NOON}.txt`, "tor.json"]);
});

test("updateFeeds - the feed with the names of others is complete before the others start", async ({ serve, update }) => {
  const progress: string[] = [];
  const feeds = [
    serve("routes", file(lines(3), '"1"')),
    serve("names", file(lines(3), '"1"'), { hasNames: true }),
  ];
  const outcomes = await update(feeds, {
    report: ({ feed, phase }) => progress.push(`${feed} ${phase}`),
  });
  assert.deepEqual(named(outcomes), ["routes updated", "names updated"]);
  const [first] = progress.filter((line) => line.startsWith("routes"));
  assert.equal(progress[progress.indexOf(first) - 1], "names done");
});

test("updateFeeds - downloads a file once for all feeds that read it", async (data) => {
  const { origin, requests, routes } = data;
  routes["/ranges"] = file(lines(3), '"1"');
  const urls = [`${origin}/new`, `${origin}/ranges`];
  const feeds = ["aws", "other", "aws-regions"].map((name) =>
    lineFeed(name, name === "other" ? `${origin}/ranges` : urls)
  );
  const outcomes = async () => {
    const all = await data.update(feeds);
    assert.deepEqual(
      all.map(({ feed }) => feed),
      feeds.map(({ name }) => name),
    );
    return all.map(({ outcome }) => outcome).join(" ");
  };
  const paths = () =>
    requests.splice(0).map(({ path }) => path).sort().join(" ");
  assert.equal(await outcomes(), "updated updated updated");
  assert.equal(paths(), "/new /ranges /ranges", "one for each set of URLs");
  const manifests = await data.store.manifests();
  for (const { feed, etag, url } of manifests) {
    assert.deepEqual([etag, url], ['"1"', `${origin}/ranges`], feed);
    assert.equal(await data.text(feed), lines(3), feed);
  }

  // Each of them asks whether there is a newer file than its own.
  assert.equal(await outcomes(), "unchanged unchanged unchanged");
  assert.equal(paths(), "/new /new /ranges /ranges /ranges");

  routes["/ranges"] = file(lines(4), '"2"');
  assert.equal(await outcomes(), "updated updated updated");
  assert.equal(paths(), "/new /ranges /ranges");
  assert.equal(await data.text("aws-regions"), lines(4));

  // Only the last one has lost its data.
  await Deno.remove(`${data.folder}/aws-regions.json`);
  assert.equal(await outcomes(), "unchanged unchanged updated");
  assert.equal(paths(), "/new /new /ranges /ranges /ranges");
});

test("updateFeeds - compiles one file at a time, while it downloads others", async ({ serve, requests, update }) => {
  let compiling = 0;
  const seen: number[] = [];
  const feeds = ["a", "b", "c"].map((name) => {
    const feed = serve(name, file(lines(3), `"${name}"`));
    return {
      ...feed,
      async compile(...args: Parameters<Feed["compile"]>) {
        compiling++;
        await new Promise((done) => setTimeout(done, 50));
        seen.push(compiling--, requests.length);
        return await feed.compile(...args);
      },
    };
  });
  const updated = ["a updated", "b updated", "c updated"];
  assert.deepEqual(named(await update(feeds)), updated);
  // The second download does not wait for the first file.
  assert.deepEqual(seen.slice(0, 3), [1, 2, 1]);
  assert.deepEqual([seen[4], seen.length], [1, 6]);
});

test("updateFeeds - a feed that cannot read a shared file does not fail the others", async ({ origin, routes, update }) => {
  routes["/ranges"] = file(lines(3), '"1"');
  const url = `${origin}/ranges`;
  const broken = lineFeed("aws", url, {
    compile: () => Promise.reject(new Error("it is not a list")),
  });
  const small = lineFeed("small", url, { maxBytes: 10 });
  const feeds = [broken, lineFeed("aws-regions", url), small];
  assert.deepEqual(
    (await update(feeds)).map(({ feed, message }) => [feed, message]),
    [
      ["aws", "it is not a list: there is no data yet"],
      ["aws-regions", "3 entries, 21 bytes"],
      ["small", "the download is larger than 10 bytes: there is no data yet"],
    ],
  );
});

test("updateFeeds - a 304 changes only the time of the check", async ({ serve, update, store, clock, requests }) => {
  const feed = serve("tor", file(lines(3), '"1"'));
  await update([feed]);
  const [before] = await store.manifests();
  clock.now += DAY;
  const unchanged = { outcome: "unchanged", message: "nothing newer" };
  assert.deepEqual(await update([feed]), [
    { feed: "tor", ...unchanged, entries: 3, bytes: 21 },
  ]);
  const checkedAt = NOON + DAY;
  assert.deepEqual(await store.manifests(), [{ ...before, checkedAt }]);
  assert.equal(requests[1].headers.get("if-none-match"), '"1"');
});

test("updateFeeds - sends Last-Modified back unchanged", async ({ serve, update }) => {
  const modified = "Sat, 21 Nov 2026 12:00:00 GMT";
  const feed = serve(
    "tor",
    (request) =>
      request.headers.get("if-modified-since") === modified
        ? new Response(null, { status: 304 })
        : new Response(lines(3), { headers: { "last-modified": modified } }),
  );
  assert.deepEqual(named(await update([feed])), ["tor updated"]);
  assert.deepEqual(named(await update([feed])), ["tor unchanged"]);
});

test("updateFeeds - compiles an identical download only with force", async ({ serve, update, store, clock, files }) => {
  const feed = serve("tor", lines(3));
  await update([feed]);
  clock.now += DAY;
  assert.deepEqual(named(await update([feed])), ["tor unchanged"]);
  assert.equal((await store.manifests())[0].file, `tor.${NOON}.txt`);
  const forced = await update([feed], { force: true });
  assert.deepEqual(named(forced), ["tor updated"]);
  assert.deepEqual(files(), [`tor.${NOON + DAY}.txt`, "tor.json"]);
});

test("updateFeeds - requests unconditionally with force", async ({ serve, update, requests }) => {
  const feed = serve("tor", file(lines(3), '"1"'));
  await update([feed]);
  await update([feed], { force: true });
  assert.equal(requests[1].headers.get("if-none-match"), null);
});

test("updateFeeds - tries the next URL after a 404, each with its own validators", async ({ routes, origin, requests, update, store }) => {
  routes["/2026-10"] = file(lines(3), '"10"');
  const feed = lineFeed("city", [`${origin}/2026-11`, `${origin}/2026-10`]);
  assert.deepEqual(named(await update([feed])), ["city updated"]);
  assert.deepEqual(named(await update([feed])), ["city unchanged"]);
  routes["/2026-11"] = file(lines(4), '"11"');
  assert.deepEqual(named(await update([feed])), ["city updated"]);
  assert.equal((await store.manifests())[0].url, `${origin}/2026-11`);
  const tagOf = (headers: Headers) => headers.get("if-none-match");
  assert.deepEqual(
    requests.map(({ path, headers }) => [path, tagOf(headers)]),
    [
      ["/2026-11", null],
      ["/2026-10", null],
      ["/2026-11", null],
      ["/2026-10", '"10"'],
      ["/2026-11", null],
    ],
  );
});

test("updateFeeds - records why a feed failed, and updates the others", async ({ serve, update, store, origin, files, clock, routes }) => {
  const bad = serve("bad", "garbage\n");
  const outcomes = await update([
    bad,
    lineFeed("gone", [`${origin}/x`, `${origin}/y`]),
    serve("good", lines(2)),
  ]);
  assert.deepEqual(outcomes.map((o) => [o.feed, o.outcome, o.message]), [
    ["bad", "failed", "line 1 is not a line: there is no data yet"],
    ["gone", "failed", "none of its URLs exists (404): there is no data yet"],
    ["good", "updated", "2 entries, 14 bytes"],
  ]);
  assert.deepEqual(files(), [
    "bad.failed.json",
    "gone.failed.json",
    `good.${NOON}.txt`,
    "good.json",
  ]);
  const lastFailure = async () => (await store.state("bad")).lastFailure;
  const failure = { code: "malformed", reason: "line 1 is not a line" };
  assert.deepEqual(await lastFailure(), { ...failure, at: NOON, count: 1 });
  clock.now += DAY;
  await update([bad]);
  const second = { ...failure, at: NOON + DAY, count: 2 };
  assert.deepEqual(await lastFailure(), second);
  routes["/bad"] = lines(1);
  await update([bad]);
  assert.equal(await lastFailure(), null);
});

test("updateFeeds - accepts half of the entries, and fewer only with force", async (data) => {
  const feed = data.serve("tor", lines(2400));
  await data.update([feed]);
  data.clock.now += DAY;
  data.routes["/tor"] = lines(1200);
  assert.deepEqual(named(await data.update([feed])), ["tor updated"]);
  data.clock.now += DAY;
  data.routes["/tor"] = lines(599);
  assert.deepEqual(await data.update([feed]), [{
    feed: "tor",
    outcome: "failed",
    message:
      "shrank from 1,200 to 599 entries (use --force to accept it): the old file stays in use",
    entries: 1200,
    bytes: 10890,
  }]);
  assert.equal(await data.text("tor"), lines(1200));
  const kept = [`tor.${NOON + DAY}.txt`, "tor.failed.json", "tor.json"];
  assert.deepEqual(data.files(), kept);
  const [forced] = await data.update([feed], { force: true });
  assert.equal(forced.message, "599 entries, 5.3 KB");
  assert.equal(await data.text("tor"), lines(599));
});

test("updateFeeds - a feed is there as soon as it is compiled, while others still download", async ({ serve, update, files, text }) => {
  const slow = Promise.withResolvers<void>();
  const seen: [feed: string, files: string[]][] = [];
  const feeds = [
    serve("slow", async () => {
      await slow.promise;
      return new Response(lines(2));
    }),
    serve("fast", lines(3)),
  ];
  await update(feeds, {
    report: ({ feed, phase }) => {
      if (phase !== "done") return;
      seen.push([feed, files().filter((name) => name.startsWith(feed))]);
      slow.resolve();
    },
  });
  assert.deepEqual(seen, [
    ["fast", [`fast.${NOON}.txt`, "fast.json"]],
    ["slow", [`slow.${NOON}.txt`, "slow.json"]],
  ]);
  assert.equal(await text("slow"), lines(2));
});

const spoiled = [
  ["damaged", (path: string) => Deno.truncate(path, 100), 1],
  [
    "changed without changing its size",
    (path: string) =>
      Deno.writeTextFile(path, lines(1200).replace("line 1", "LINE 1")),
    1,
  ],
  ["of another format", () => {}, 2],
] as const;
for (const [what, spoil, format] of spoiled) {
  test(`updateFeeds - downloads data that is ${what} again, unconditionally and whatever its size`, async ({ serve, routes, requests, update, store, folder, text, files }) => {
    const feed = serve("tor", file(lines(1200), '"1"'));
    await update([feed]);
    await spoil(`${folder}/tor.${NOON}.txt`);
    routes["/tor"] = file(lines(3), '"1"');
    const outcomes = await update([{ ...feed, format }]);
    assert.deepEqual(named(outcomes), ["tor updated"]);
    assert.equal(requests[1].headers.get("if-none-match"), null);
    assert.equal(await text("tor"), lines(3));
    assert.equal((await store.manifests())[0].format, format);
    assert.deepEqual(files(), [`tor.${NOON + 1}.txt`, "tor.json"]);
  });
}

test("updateFeeds - reports which feeds failed because no server could be reached", async ({ serve, feed, routes, update, store }) => {
  const held = Promise.withResolvers<Response>();
  const less = serve("less", lines(100));
  await update([less]);
  routes["/less"] = lines(2);
  await update([
    serve("busy", () => new Response("", { status: 503 })),
    less,
    serve("long", lines(900), { maxBytes: 1000 }),
  ]);
  const outcomes = await update([
    // Nobody listens on port 1.
    lineFeed("closed", "http://127.0.0.1:1/"),
    feed("gone"),
  ]);
  const silent = serve("silent", () => held.promise);
  const limits = { ...patient, idleTimeoutMs: 20 };
  outcomes.push(...await update([silent], { limits }));
  held.resolve(new Response(""));
  assert.deepEqual(
    outcomes.map((o) => [o.feed, o.outcome, o.isUnreachable]),
    [
      ["closed", "failed", true],
      ["gone", "failed", undefined],
      ["silent", "failed", true],
    ],
  );
  const states = await store.states();
  assert.deepEqual(states.map((s) => [s.feed, s.lastFailure?.code]), [
    ["busy", "rejected"],
    ["closed", "unreachable"],
    ["gone", "missing"],
    ["less", "shrunk"],
    ["long", "too_large"],
    ["silent", "no_response"],
  ]);
});

test("updateFeeds - continues if report throws", async ({ serve, update }) => {
  const feeds = [serve("a", lines(2)), serve("b", lines(2))];
  const outcomes = await update(feeds, {
    report() {
      throw new Deno.errors.BrokenPipe("nobody reads");
    },
  });
  assert.deepEqual(named(outcomes), ["a updated", "b updated"]);
});

test("updateFeeds - an update succeeds even if the recorded failure cannot be removed", async ({ serve, update, folder }) => {
  await Deno.mkdir(`${folder}/a.failed.json/x`, { recursive: true });
  const outcomes = await update([serve("a", lines(2))]);
  assert.deepEqual(named(outcomes), ["a updated"]);
});

test("updateFeeds - does not claim that unusable data stays in use", async ({ serve, routes, update, folder }) => {
  const feed = serve("a", lines(2));
  await update([feed]);
  delete routes["/a"];
  await Deno.writeTextFile(`${folder}/a.json`, "{");
  const message =
    "its URL does not exist (404): the existing data cannot be used";
  assert.equal((await update([feed]))[0].message, message);
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
  const feed = data.serve("asn", packed, { packing: "gzip" });
  await data.update([feed]);
  assert.equal(await data.text("asn"), lines(500));
  const broken = [
    [packed.subarray(0, 900), "the download is truncated"],
    ["<!doctype html>", "the download is not a valid gzip file"],
  ] as const;
  for (const [content, reason] of broken) {
    data.routes["/asn"] = content;
    const [{ message }] = await data.update([feed]);
    assert.equal(message, `${reason}: the old file stays in use`);
  }
  assert.equal(await data.text("asn"), lines(500));
  const kept = [`asn.${NOON}.txt`, "asn.failed.json", "asn.json"];
  assert.deepEqual(data.files(), kept);
});

test("updateFeeds - unpacks gzip once if it is declared as content encoding", async ({ serve, update }) => {
  const packed = new Uint8Array(gzipSync(lines(5)));
  const headers = { "content-encoding": "gzip" };
  const respond = () => new Response(packed, { headers });
  const feed = serve("asn", respond, { packing: "gzip" });
  assert.equal((await update([feed]))[0].message, "5 entries, 35 bytes");
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
    "/file?sign=secret": archive,
    "/sum?sign=secret": `${digest}  City_1.tar.gz\n`,
  });
  const to = (path: string) => () =>
    Response.redirect(`${store.origin}${path}?sign=secret`);
  const path = "/City/download?suffix=tar.gz";
  const server = feedServer({
    [path]: to("/file"),
    [`${path}.sha256`]: to("/sum"),
  });
  const feed = lineFeed("city", server.origin + path, {
    packing: "tar.gz",
    extension: "mmdb",
    credentials: "maxmind",
    hasSha256: true,
  });
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

test("updateFeeds - sends credentials only to the first origin", async ({ update, folder, files }) => {
  await using publisher = await maxmind();
  const [outcome] = await update([publisher.feed], { credentials });
  assert.equal(outcome.message, "3 entries, 21 bytes");
  const sent = ({ requests }: ReturnType<typeof feedServer>) =>
    requests.map(({ headers }) => headers.get("authorization"));
  const basic = "Basic MTIzNDpww6Rzc3dvcmQ=";
  assert.deepEqual(sent(publisher.server), [basic, basic]);
  assert.deepEqual(sent(publisher.store), [null, null]);
  const manifest = await Deno.readTextFile(`${folder}/city.json`);
  assert.doesNotMatch(manifest, /secret|1234|pässword|MTIzNDp/);
  assert.deepEqual(files(), [`city.${NOON}.mmdb`, "city.json"]);
});

test("updateFeeds - sends no credentials for feeds that need none", async ({ serve, requests, update }) => {
  await update([serve("tor", lines(3))], { credentials });
  assert.equal(requests[0].headers.get("authorization"), null);
});

test("updateFeeds - rejects a download whose SHA-256 does not match the published one", async ({ update, files }) => {
  const cases = [
    ["0".repeat(64), "the download has a wrong SHA-256"],
    ["<html>", "its SHA-256 is malformed"],
    [undefined, "its SHA-256 does not exist"],
  ];
  for (const [sum, reason] of cases) {
    await using publisher = await maxmind(sum);
    const { routes } = publisher.server;
    if (!sum) delete routes["/City/download?suffix=tar.gz.sha256"];
    const [outcome] = await update([publisher.feed], { credentials });
    assert.equal(outcome.message, `${reason}: there is no data yet`);
  }
  assert.deepEqual(files(), ["city.failed.json"]);
});

test("updateFeeds - no error message contains a secret", async ({ update }) => {
  await using publisher = await maxmind();
  await publisher.store[Symbol.asyncDispose]();
  const [outcome] = await update([publisher.feed], { credentials });
  assert.equal(
    outcome.message,
    `${publisher.store.host} cannot be reached: tcp connect error: ` +
      "Connection refused (os error 111): there is no data yet",
  );
});

test("updateFeeds - skips feeds that lack credentials, and reports what they need", async ({ serve, feed, requests, update, files }) => {
  const outcomes = await update([
    feed("a", { credentials: "maxmind" }),
    feed("b", { credentials: "contact" }),
  ]);
  assert.deepEqual(outcomes.map((o) => [o.outcome, o.message]), [
    ["skipped", "needs MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY"],
    ["skipped", "needs DATA_CONTACT"],
  ]);
  assert.deepEqual(requests, []);
  assert.deepEqual(files(), []);
  await update([serve("a", lines(3))]);
  const [skipped] = await update([feed("a", { credentials: "contact" })]);
  assert.deepEqual([skipped.outcome, skipped.entries], ["skipped", 3]);
});

test("updateFeeds - the User-Agent contains the version, and the contact if configured", async ({ serve, feed, requests, update }) => {
  const contact = "admin@site.example";
  await update([serve("a", lines(3), { credentials: "contact" })], { contact });
  await update([feed("a")]);
  assert.deepEqual(
    requests.map(({ headers }) => headers.get("user-agent")),
    ["porthole/1.2.3 (+admin@site.example)", "porthole/1.2.3"],
  );
});

test("updateFeeds - requests only the named feeds", async ({ serve, feed, requests, update }) => {
  const feeds = [feed("a"), serve("b", lines(3)), feed("c")];
  // With the default limits.
  const outcomes = await update(feeds, { only: ["b"], limits: undefined });
  assert.deepEqual(named(outcomes), ["b updated"]);
  assert.deepEqual(requests.map(({ path }) => path), ["/b"]);
});

test("updateFeeds - a download over the feed's limit changes nothing", async ({ serve, update }) => {
  const [outcome] = await update([serve("a", lines(300), { maxBytes: 2000 })]);
  const message = "the download is larger than 2.0 KB: there is no data yet";
  assert.equal(outcome.message, message);
});

test("updateFeeds - reports every phase", async ({ serve, update }) => {
  const packed = new Uint8Array(gzipSync(lines(5)));
  const seen: Progress[] = [];
  const feed = serve("a", packed, { packing: "gzip" });
  const report = (progress: Progress) => seen.push(progress);
  const [outcome] = await update([feed], { report });
  const bytes = packed.length;
  assert.deepEqual(seen, [
    { feed: "a", phase: "requesting", bytesDone: 0 },
    { feed: "a", phase: "downloading", bytesDone: bytes, bytesTotal: bytes },
    { feed: "a", phase: "unpacking", bytesDone: 35 },
    { feed: "a", phase: "checking", bytesDone: 0 },
    { feed: "a", phase: "done", outcome },
  ]);
});

test("updateFeeds - updates at most two feeds at the same time", async ({ serve, routes, update }) => {
  const gates = new Map<string, PromiseWithResolvers<Response>>();
  const [two, three] = [1, 2].map(() => Promise.withResolvers<void>());
  const names = ["a", "b", "c", "d"];
  const feeds = names.map((name) =>
    serve(name, () => {
      gates.set(name, Promise.withResolvers());
      if (gates.size === 2) two.resolve();
      if (gates.size === 3) three.resolve();
      return gates.get(name)!.promise;
    })
  );
  const done = update(feeds);
  await two.promise;
  assert.deepEqual([...gates.keys()].sort(), ["a", "b"]);
  gates.get("b")?.resolve(new Response(lines(1)));
  await three.promise;
  assert.deepEqual([...gates.keys()].sort(), ["a", "b", "c"]);
  routes["/d"] = lines(1);
  gates.get("a")?.resolve(new Response(lines(1)));
  gates.get("c")?.resolve(new Response(lines(1)));
  assert.deepEqual((await done).map(({ feed }) => feed), names);
});

test("updateFeeds - rejects while another update is running", async ({ serve, update }) => {
  const held = Promise.withResolvers<Response>();
  const arrived = Promise.withResolvers<void>();
  const feed = serve("a", () => {
    arrived.resolve();
    return held.promise;
  });
  const first = update([feed]);
  await arrived.promise;
  await assert.rejects(update([feed]), {
    name: "Error",
    message: "another update is running.",
  });
  held.resolve(new Response(lines(1)));
  assert.deepEqual(named(await first), ["a updated"]);
  assert.deepEqual(named(await update([feed])), ["a failed"]);
});

test("updateFeeds - after an abort only the stored data is left", async ({ serve, routes, update, files }) => {
  const feed = serve("a", lines(3));
  await update([feed]);
  const held = Promise.withResolvers<Response>();
  const controller = new AbortController();
  const reason = new Error("enough");
  routes["/a"] = () => {
    controller.abort(reason);
    return held.promise;
  };
  const { signal } = controller;
  await assert.rejects(update([feed], { signal }), reason);
  held.resolve(new Response());
  assert.deepEqual(files(), [`a.${NOON}.txt`, "a.json"]);
  await assert.rejects(update([feed], { signal }), reason);
});

test("updateFeeds - readers get intact data while it is replaced", async ({ serve, update, text, clock }) => {
  let round = 0;
  const feed = serve("a", () => new Response(`${++round}\n`.repeat(20_000)));
  await update([feed]);
  let updating = true;
  const seen = new Set<string>();
  const reader = async () => {
    while (updating) {
      const rows = new Set((await text("a")).trimEnd().split("\n"));
      assert.equal(rows.size, 1);
      seen.add([...rows][0]);
    }
  };
  const readers = Promise.all([reader(), reader()]);
  for (let i = 0; i < 20; i++) {
    clock.now++;
    assert.deepEqual(named(await update([feed])), ["a updated"]);
  }
  updating = false;
  await readers;
  assert(seen.size > 1);
});
