/** Data that stays fresh, seen from outside: a running server, the command beside it, a server of feeds. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createFeeds } from "../lib/data/feeds/catalogue.ts";
import { feedServer } from "./lib/data/update/feed_server.ts";
import { command, run, startApp } from "./support/app_process.ts";
import { placesMmdb } from "./support/places.ts";
import { testWith } from "./support/test_with.ts";
import { until } from "./support/until.ts";

const test = testWith(feedServer);

async function gzip(bytes: Uint8Array<ArrayBuffer>) {
  const stream = new Blob([bytes]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function world(server: ReturnType<typeof feedServer>) {
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  const env = {
    DATA_DIR: dataDir,
    GEO_EDITION: "country",
    DATA_URLS: [
      `dbip-country=${server.origin}/dbip`,
      `tor-exits=${server.origin}/tor`,
    ].join(),
  };
  return {
    env,
    update: (...more: string[]) =>
      run(
        ["data", "update", "--only", "dbip-country"]
          .concat("--only", "tor-exits", more),
        env,
      ),
    async [Symbol.asyncDispose]() {
      const folder = new URL(`../${dataDir}`, import.meta.url);
      await Deno.remove(folder, { recursive: true }).catch(() => {});
    },
  };
}

const exits = Array.from({ length: 100 }, (_, i) => `185.220.101.${i}\n`);

test("data - a running server switches to newer data without interruption, keeps it if a later download is damaged, and uses it immediately after a restart", async (server) => {
  // A host, whose registrations don't outvote the database.
  const places = await gzip(placesMmdb({ "66.102.0.1": "CH" }));
  server.routes["/dbip"] = () => new Response(places);
  server.routes["/tor"] = () => new Response(exits.join(""));
  await using parts = world(server);
  await using app = await startApp({
    ...parts.env,
    DATA_UPDATE: "off",
    RATE_LIMIT_TEXT: "0",
  });
  const countryOf = async (ip: string) =>
    (await (await fetch(`${app.origin}/api/v1/ip/${ip}`)).json()).geo
      .country_code;
  assert.equal(await countryOf("66.102.0.1"), "US");
  // It downloads nothing by itself, and warns of old data.
  await until(() => / days old/.test(app.log()));
  assert.equal(app.log().match(/ days old/g)?.length, 1);
  assert.doesNotMatch(app.log(), /downloading/);
  assert.deepEqual(server.requests, []);

  // Requests go on all the while.
  const asking = { on: true, statuses: new Set<number>(), count: 0 };
  const flood = (async () => {
    while (asking.on) {
      const response = await fetch(`${app.origin}/api/v1/ip/8.8.8.8`);
      asking.statuses.add(response.status);
      asking.count++;
      assert.equal((await response.json()).geo.country_code, "US");
      await pause(25);
    }
  })();
  // Where something else fails first, that is what is to be read.
  flood.catch(() => {});

  const first = await parts.update();
  assert.deepEqual([first.code, first.err], [0, ""]);
  // Both are under way at once, and either can be the first to end.
  assert.match(
    first.out.split("\n").sort().join("\n"),
    /^\n2 feeds: 2 updated\.\ndbip-country +updated +.+\ntor-exits +updated +.+$/,
  );
  await until(async () => await countryOf("66.102.0.1") === "CH");

  const same = await parts.update();
  assert.equal(same.code, 0);
  assert.match(same.out, /^dbip-country +unchanged /m);

  // A database that was cut short, and a list that lost more than half.
  const cut = await gzip(placesMmdb().slice(0, 2000));
  server.routes["/dbip"] = () => new Response(cut);
  server.routes["/tor"] = () => new Response(exits.slice(0, 40).join(""));
  const bad = await parts.update();
  assert.equal(bad.code, 1);
  assert.match(
    bad.out,
    /^dbip-country +FAILED +.+: the old file stays in use$/m,
  );
  assert.match(
    bad.out,
    /^tor-exits +FAILED +.*shrank from 100 to 40 .*: the old file stays in use$/m,
  );
  assert.equal(await countryOf("66.102.0.1"), "CH");

  const status = await run(["data", "status"], parts.env);
  assert.equal(status.code, 0);
  assert.match(status.out, /^tor-exits .* 100 .*failed on .*shrank/m);
  assert.match(status.out, /^aws .*not downloaded yet$/m);
  assert.match(status.out, /^bgptools-vpn .*needs DATA_CONTACT$/m);
  assert.match(
    status.out,
    /^DB-IP country lite .+ days? .+ \d+\.\d MB .*bundled$/m,
  );

  // What shrank for a reason is taken when the operator says so.
  const forced = await run(
    ["data", "update", "--only", "tor-exits", "--force"],
    parts.env,
  );
  assert.equal(forced.code, 0);
  assert.match(forced.out, /^tor-exits +updated /);

  asking.on = false;
  await flood;
  assert.deepEqual([...asking.statuses], [200]);
  assert(asking.count > 0);
  assert.doesNotMatch(app.log(), /level=error/);

  // A restarted server uses the downloaded data immediately.
  await app.stop();
  const { out } = await run(["lookup", "185.220.101.7", "--v2"], {
    ...parts.env,
    DNS_SERVERS: "127.0.0.1:9",
  });
  assert.match(out, /^ +Tor +yes$/m);
  await using again = await startApp(parts.env);
  const page = await fetch(`${again.origin}/`, {
    headers: { accept: "text/html" },
  });
  assert.match(await page.text(), /<a href="https:\/\/db-ip\.com">/);
});

test("data - by default a server downloads once it listens, logs this at the first start, and follows the schedule of each feed", async (server) => {
  const logs: string[] = [];
  let log = () => "";
  server.routes["/tor"] = () => {
    logs.push(log());
    return new Response(exits.join(""));
  };
  server.routes["/tor2"] = () => new Response("none", { status: 404 });
  await using parts = world(server);
  const env = {
    ...parts.env,
    // An empty variable counts as unset.
    DATA_UPDATE: "",
    DATA_URLS: createFeeds({ now: Date.now, edition: "country" })
      .map(({ name }) =>
        name === "tor-exits"
          ? `tor-exits=${server.origin}/tor`
          : name === "tor-exit-addresses"
          ? `${name}=${server.origin}/tor2`
          : `${name}=off`
      ).join(),
  };
  const announcement =
    / info {2}downloading public data in the background, now and regularly; to stop this, set DATA_UPDATE=off every=weekly feeds="tor-exits tor-exit-addresses"$/m;
  {
    await using app = await startApp(env);
    log = app.log;
    const isTor = async () => {
      const { risk } =
        await (await fetch(`${app.origin}/api/v1/ip/185.220.101.7`)).json();
      return risk.is_proxy;
    };
    await until(isTor);
    await until(() => / feed.? failed\./.test(app.log()));
    assert.match(logs[0], / listening /);
    assert.match(app.log(), announcement);
    assert.match(
      app.log(),
      / info {2}the maker of some bundled data says that it contains errors and gets no updates; in use until `data update` has others data="Autonomous systems \(\d+ days\), Registered countries \(\d+ days\)"$/m,
    );
    assert.match(
      app.log(),
      / warn {2}"?1 of 2 feeds failed\. Trying again later"? error="tor-exit-addresses: .*\(404\).*"$/m,
    );
    await until(() => /60 days old/.test(app.log()));
    assert.match(
      app.log(),
      / warn {2}some data is more than 60 days old; .*data="DB-IP country lite \(\d+ days\), /,
    );
  }
  const status = await run(["data", "status", "--json"], env);
  const { feeds } = JSON.parse(status.out);
  const [exit, address] = ["tor-exits", "tor-exit-addresses"].map((name) =>
    feeds.find((feed: { name: string }) => feed.name === name)
  );
  const hour = 3_600_000;
  assert.equal(
    Date.parse(exit.next_run_at) - Date.parse(exit.checked_at),
    hour,
  );
  assert.equal(
    Date.parse(address.next_run_at) - Date.parse(address.last_failure.at),
    hour,
  );
  // Nothing is due, which shows in the warning of old data without a request.
  const requests = server.requests.length;
  await using again = await startApp(env);
  await until(() => / days old/.test(again.log()));
  assert.equal(server.requests.length, requests);
  assert.doesNotMatch(again.log(), announcement);
});

test("data - if the disk is full, the old data stays in use, and this is logged", async (server) => {
  server.routes["/tor"] = () => new Response(exits.join(""));
  await using parts = world(server);
  const only = ["data", "update", "--only", "tor-exits"];
  assert.equal((await run(only, parts.env)).code, 0);
  server.routes["/tor"] = () =>
    new Response(exits.join("") + "# more\n".repeat(100_000));
  const { code, stdout } = await command(only, parts.env, { fileKib: 64 })
    .output();
  const out = new TextDecoder().decode(stdout);
  assert.equal(code, 1);
  assert.match(out, /^tor-exits +FAILED +.+: the old file stays in use$/m);
  const status = await run(["data", "status", "--json"], parts.env);
  const { feeds } = JSON.parse(status.out);
  const { entries, error } = feeds.find((feed: { name: string }) =>
    feed.name === "tor-exits"
  );
  assert.deepEqual([entries, error], [100, null]);
});

Deno.test("data - wrong usage exits with 2", async () => {
  const name = await run(["data", "update", "--only", "tor"]);
  assert.equal(name.code, 2);
  assert.match(name.err, /^porthole: there is no feed "tor"\. The feeds are /);
});

test("data - a reader that disconnects stops nothing", async (server) => {
  server.routes["/tor"] = () => new Response(exits.join(""));
  server.routes["/vpn"] = () => new Response(exits.join(""));
  await using parts = world(server);
  const env = {
    ...parts.env,
    DATA_URLS: `${parts.env.DATA_URLS},x4bnet-vpn=${server.origin}/vpn`,
  };
  const unread = async (...args: string[]) => {
    const child = command(args, env).spawn();
    await child.stdout.cancel();
    const err = await new Response(child.stderr).text();
    return { code: (await child.status).code, err };
  };
  const only = ["--only", "tor-exits", "--only", "x4bnet-vpn"];
  const done = { code: 0, err: "" };
  assert.deepEqual(await unread("data", "update", ...only), done);
  assert.deepEqual(await unread("data", "status"), done);
  const { feeds } = JSON.parse(
    (await run(["data", "status", "--json"], env)).out,
  );
  assert.deepEqual(
    feeds.filter((feed: { entries: number | null }) => feed.entries === 100)
      .map((feed: { name: string }) => feed.name),
    ["tor-exits", "x4bnet-vpn"],
  );
});

test("data - an invalid data folder stops only the data commands, with a message", async (server) => {
  await using parts = world(server);
  const folder = new URL(`../${parts.env.DATA_DIR}`, import.meta.url);
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder.pathname}/data`, "a file");
  const status = await run(["data", "status"], parts.env);
  assert.equal(status.code, 1);
  assert.match(status.err, /^porthole: Cannot read \S+\/data: .+\n$/);
  const update = await parts.update();
  assert.equal(update.code, 1);
  assert.match(update.err, /^porthole: Cannot write to \S+\/data: .+\n$/);
  const lookup = await run(["lookup", "8.8.8.8"], {
    ...parts.env,
    DNS_SERVERS: "127.0.0.1:9",
  });
  assert.equal(lookup.code, 0);
  assert.match(
    lookup.err,
    /^\S+ error data cannot be used .*Cannot read .+\n$/,
  );
  assert.doesNotMatch(lookup.err, / at /);
  await using app = await startApp(parts.env);
  const response = await fetch(`${app.origin}/api/v1/ip/8.8.8.8`);
  await response.body?.cancel();
  assert.equal(response.status, 200);
});
