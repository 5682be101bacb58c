import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { createFeeds } from "../lib/data/feeds/catalogue.ts";
import { feedServer } from "./lib/data/update/feed_server.ts";
import { type ProcessLimits, run, startApp } from "./support/app_process.ts";
import { hasNsd, startNsd } from "./support/nsd.ts";

const root = new URL("..", import.meta.url).pathname;
const denort = Deno.env.get("DENORT_BIN");

// What `deno compile` writes of the embedded file system: names, and for files
// their place in the binary.
type Entry =
  | { Dir: { n: string; e: Entry[] } }
  | { File: { n: string; o: [offset: number, length: number] } }
  | { Symlink: { n: string } };

/** The end of the JSON array that begins at a position; strings may hold brackets. */
function arrayEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === "\\") i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "[") depth++;
    else if (c === "]" && --depth === 0) return i + 1;
  }
  throw new Error("the embedded file system has no end");
}

/** The embedded files by path. */
function embedded(
  bytes: Uint8Array<ArrayBuffer>,
): Map<string, Uint8Array<ArrayBuffer>> {
  const binary = new TextDecoder("latin1").decode(bytes);
  const start = binary.indexOf('[{"Dir":{"n":');
  assert(start >= 0, "no embedded file system");
  const end = arrayEnd(binary, start);
  // The data follows, after its length.
  const data = end + 8;
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const walk = (entries: Entry[], folder: string) => {
    for (const entry of entries) {
      if ("Dir" in entry) walk(entry.Dir.e, join(folder, entry.Dir.n));
      else if ("File" in entry) {
        const [offset, length] = entry.File.o;
        files.set(
          join(folder, entry.File.n),
          bytes.subarray(data + offset, data + offset + length),
        );
      }
    }
  };
  walk(JSON.parse(binary.slice(start, end)), "");
  return files;
}

// Without the base runtime any ELF will do: what is embedded can still be read,
// and run by this Deno.
Deno.test("compile - the binary needs no other file, and holds no build tools", async (t) => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "compile"],
    cwd: root,
    env: { DENORT_BIN: denort ?? "/bin/true" },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const bytes = await Deno.readFile(join(root, "dist/porthole"));
  const files = embedded(bytes);

  await t.step("it holds the bundle, the data and the assets, whole", () => {
    for (const path of files.keys()) {
      assert.match(
        path,
        /^(?:_data|_fresh\/(?:client|static)|_server|static)\//,
      );
    }
    const paths = [
      "_data/asn.bin",
      "_data/countries.bin",
      "_data/country-ranges-city.bin",
      "_data/country-ranges-country.bin",
      "_data/places-city-ipv4.bin",
      "_data/places-city-ipv6.bin",
      "_data/places-country.bin",
      "_server/index_worker.mjs",
      "_server/main.mjs",
      "_server/update_worker.mjs",
      "static/favicon.svg",
      "static/flags/us.svg",
    ];
    for (const path of paths) {
      const { size } = Deno.statSync(join(root, path));
      assert.equal(files.get(path)?.length, size, path);
    }
  });

  await t.step("no path of the building machine is embedded", () => {
    assert.equal(new TextDecoder("latin1").decode(bytes).includes(root), false);
  });

  const folder = await Deno.makeTempDir({ prefix: "binary-" });
  try {
    await t.step("it runs in an empty folder", async () => {
      const cwd = join(folder, "empty");
      await Deno.mkdir(cwd);
      await runsAlone({
        folder: cwd,
        program: denort
          ? [join(root, "dist/porthole")]
          : await extracted(files, join(folder, "embedded")),
      });
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
    await Deno.remove(join(root, "dist/porthole"));
  }
});

/** Writes the embedded files to a folder. @returns how to run them */
async function extracted(
  files: Map<string, Uint8Array<ArrayBuffer>>,
  folder: string,
): Promise<string[]> {
  for (const [path, bytes] of files) {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await Deno.writeFile(join(folder, path), bytes);
  }
  const { unstable } = JSON.parse(
    await Deno.readTextFile(join(root, "deno.json")),
  );
  return [
    ...[Deno.execPath(), "run", "-q", "-A", "--no-config", "--no-lock"],
    ...["--no-remote", "--no-npm", "--no-prompt"],
    ...unstable.map((name: string) => `--unstable-${name}`),
    join(folder, "_server/main.mjs"),
  ];
}

const EMAIL = "ann@example.net";
const PASSWORD = "correct horse battery";

/** Uses every part that a program in one file might lack: pages, tables, threads, the store, commands. */
async function runsAlone(limits: ProcessLimits): Promise<void> {
  const env = { DATA_DIR: "./state", GEO_EDITION: "country" };
  const ran = await run(["lookup", "66.102.0.1", "--json"], {}, "", limits);
  assert.equal(JSON.parse(ran.out).geo.city, "Mountain View", ran.err);
  const help = await run(["watch", "--help"], {}, "", limits);
  assert.deepEqual([help.code, help.err], [0, ""]);
  assert.match(help.out, /^usage: .*watch/i);
  const added = await run(
    ["user", "add", EMAIL, "--admin"],
    env,
    `${PASSWORD}\n`,
    limits,
  );
  assert.deepEqual([added.code, added.err], [0, ""]);

  await using feeds = feedServer();
  feeds.routes["/tor"] = () =>
    new Response(
      Array.from({ length: 100 }, (_, i) => `185.220.101.${i}\n`).join(""),
    );
  await using nsd = hasNsd()
    ? await startNsd({
      "example.test": "shop 60 CNAME www\nwww 60 A 66.102.0.1",
    })
    : null;
  await using app = await startApp({
    ...env,
    RATE_LIMIT_GEOIP: "0",
    RATE_LIMIT_LOOKUP: "0",
    DNS_SERVERS: `127.0.0.1:${nsd?.port ?? 9}`,
    // Its thread downloads as soon as the server listens.
    DATA_UPDATE: "",
    DATA_URLS: createFeeds({ now: Date.now, edition: "country" })
      .map(({ name }) =>
        `${name}=${name === "tor-exits" ? `${feeds.origin}/tor` : "off"}`
      ).join(),
  }, limits);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(app.origin + path, {
      headers: { accept: "text/html", ...headers },
    });
    assert.equal(response.status, 200, path);
    return await response.text();
  };
  assert.match(await get("/"), /<title>[^<]*Porthole/);
  assert.match(await get("/8.8.8.8"), /<title>8\.8\.8\.8/);
  assert.match(await get("/style.css"), /:root/);
  assert.match(await get("/flags/us.svg"), /^<svg/);
  const record = JSON.parse(await get("/api/v1/ip/8.8.8.8"));
  assert.equal(record.geo.country_code, "US");

  if (nsd) {
    const lookup = "/lookup/shop.example.test?dns_type=dns_lookup&output=json";
    assert.match(await get(lookup), /"66\.102\.0\.1"/);
    // The thread of the index writes it within seconds.
    const search = "/lookup/shop?dns_type=cname_pattern&output=json";
    while (!(await get(search)).includes('"shop.example.test"')) await pause();
  }
  const tor = "/api/v1/ip/185.220.101.7";
  while (!JSON.parse(await get(tor)).risk.is_proxy) await pause();

  const signedIn = await fetch(`${app.origin}/sign-in`, {
    method: "POST",
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  await signedIn.body?.cancel();
  assert.equal(signedIn.status, 303);
  const cookie = signedIn.headers.getSetCookie()
    .map((line) => line.split(";")[0]).join("; ");
  assert.match(await get("/admin", { cookie }), /Tor Project: list of exits/);

  // Loopback is not a public address, so there is none to report.
  const watched = await run(
    ["watch", "--once", "--family", "4", "--server", app.origin],
    {},
    "",
    limits,
  );
  assert.deepEqual([watched.code, watched.out], [1, ""]);
  assert.match(watched.err, /^porthole: IPv4: .* not a public address$/m);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
