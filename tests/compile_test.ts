import assert from "node:assert/strict";
import { join } from "node:path";
import { BUNDLE } from "../lib/app/build/build_state.ts";

const root = new URL("..", import.meta.url).pathname;
const denort = Deno.env.get("DENORT_BIN");

// What `deno compile` writes of the embedded file system: names, and for files
// their place in the binary.
type Entry =
  | { Dir: { n: string; e: Entry[] } }
  | { File: { n: string; o: [offset: number, length: number] } }
  | { Symlink: { n: string } };

/** The JSON array that begins at a position; strings may hold brackets. */
function arrayAt(text: string, start: number): Entry[] {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === "\\") i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "[") depth++;
    else if (c === "]" && --depth === 0) {
      return JSON.parse(text.slice(start, i + 1));
    }
  }
  throw new Error("the embedded file system has no end");
}

/** The embedded files by path, with their sizes. */
function embedded(binary: string): Map<string, number> {
  const start = binary.indexOf('[{"Dir":{"n":');
  assert(start >= 0, "no embedded file system");
  const files = new Map<string, number>();
  const walk = (entries: Entry[], folder: string) => {
    for (const entry of entries) {
      if ("Dir" in entry) walk(entry.Dir.e, join(folder, entry.Dir.n));
      else if ("File" in entry) {
        files.set(join(folder, entry.File.n), entry.File.o[1]);
      }
    }
  };
  walk(arrayAt(binary, start), "");
  return files;
}

// Without the base runtime any ELF will do: what is embedded can still be read.
Deno.test("compile - the binary contains code, assets and data, but no build tools", async (t) => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "compile"],
    cwd: root,
    env: { DENORT_BIN: denort ?? "/bin/true" },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const binary = new TextDecoder("latin1").decode(
    await Deno.readFile(join(root, "dist/porthole")),
  );
  const files = embedded(binary);

  await t.step("data files are embedded whole", () => {
    for (
      const name of [
        "asn.bin",
        "countries.bin",
        "places-city-ipv4.bin",
        "places-city-ipv6.bin",
        "places-country.bin",
      ]
    ) {
      const { size } = Deno.statSync(join(root, "_data", name));
      assert.equal(files.get(`_data/${name}`), size, name);
    }
  });

  await t.step(
    "the server entry, its routes and the assets are embedded",
    () => {
      for (
        const path of [
          "main.ts",
          "_fresh/server.js",
          "lib/dns/index/index_worker.ts",
          "lib/data/update/update_worker.ts",
          "lib/data/update/update_feeds.ts",
          "routes/index.tsx",
          "routes/api/v1/ip/[ip].ts",
          "static/style.css",
          "static/favicon.svg",
        ]
      ) {
        assert(files.has(path), `${path} is missing`);
      }
    },
  );

  await t.step("what only builds and tests need is not", () => {
    for (const path of files.keys()) {
      assert.equal(
        /esbuild|playwright|fast-check|node_modules.*\/(?:ipdb|ip2region)|asn-ipv[46]/
          .test(path),
        false,
        path,
      );
    }
  });

  await t.step("no path of the building machine is embedded", () => {
    assert.equal(binary.includes(root), false);
  });

  if (denort === undefined) {
    console.log("DENORT_BIN names no base runtime: the binary is not run");
  } else {
    await t.step("it answers from any folder", answersFromAnywhere);
  }
  await Deno.remove(join(root, "dist/porthole"));
});

async function answersFromAnywhere() {
  const cwd = await Deno.makeTempDir();
  const { stdout } = await new Deno.Command(join(root, "dist/porthole"), {
    args: ["lookup", "66.102.0.1", "--json"],
    cwd,
  }).output();
  await Deno.remove(cwd, { recursive: true });
  const record = JSON.parse(new TextDecoder().decode(stdout));
  assert.equal(record.geo.city, "Mountain View");
}

Deno.test("the bundle - finds its build and data from any working directory", async () => {
  const cwd = await Deno.makeTempDir();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", join(root, BUNDLE)],
    cwd,
    env: {
      HOST: "127.0.0.1",
      PORT: "0",
      GEO_EDITION: "country",
      DATA_UPDATE: "off",
    },
    stderr: "piped",
    stdout: "null",
  }).spawn();
  let log = "";
  let asked = false;
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    log += text;
    const port = /listening url=\S*:(\d+)\//.exec(log)?.[1];
    if (!port || asked) continue;
    asked = true;
    const origin = `http://127.0.0.1:${port}`;
    const style = await fetch(`${origin}/style.css`);
    assert.equal(style.status, 200);
    assert.match(await style.text(), /:root/);
    const record = await fetch(`${origin}/api/v1/ip/8.8.8.8`);
    assert.equal((await record.json()).geo.country_code, "US");
    child.kill("SIGTERM");
  }
  assert.equal((await child.status).code, 0, log);
  assert.deepEqual([...Deno.readDirSync(cwd)].map(({ name }) => name), [
    "data",
  ]);
  await Deno.remove(cwd, { recursive: true });
});
