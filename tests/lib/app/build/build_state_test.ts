import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import {
  isBuilt,
  isStale,
  isStartable,
  minifiedStylesheet,
  pendingOf,
  stampOf,
  stylesheets,
} from "../../../../lib/app/build/build_state.ts";
import { endEsbuild } from "../../../support/esbuild.ts";
import { testWith } from "../../../support/test_with.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

const test = testWith(async () => {
  const { path, ...disposal } = await tempFolder();
  const at = (name: string) => pathToFileURL(`${path}/${name}`);
  return { at, ...disposal };
});

const old = new Date(1_000_000);
const recent = new Date(2_000_000);
const newest = new Date(3_000_000);

async function write(url: URL, changed: Date) {
  await Deno.writeTextFile(url, "");
  await Deno.utime(url, changed, changed);
}

test("isStale - is true without a stamp", async ({ at }) => {
  await write(at("input"), old);
  assert.equal(isStale(at("stamp"), [at("input")]), true);
});

test("isStale - is false for a build newer than its inputs", async ({ at }) => {
  await write(at("input"), old);
  await write(at("stamp"), recent);
  assert.equal(isStale(at("stamp"), [at("input"), at("missing")]), false);
});

test("isStale - is true after a change or removal deep in a folder", async ({ at }) => {
  await Deno.mkdir(at("src/(group)"), { recursive: true });
  await write(at("src/(group)/[a].ts"), newest);
  await Deno.utime(at("src/(group)"), old, old);
  await Deno.utime(at("src"), old, old);
  await write(at("stamp"), recent);
  assert.equal(isStale(at("stamp"), [at("src")]), true);

  await Deno.remove(at("src/(group)/[a].ts"));
  await Deno.utime(at("src/(group)"), newest, newest);
  assert.equal(isStale(at("stamp"), [at("src")]), true);
});

test("isBuilt - is true once the rest is built, until an input changes", async ({ at }) => {
  const root = at("");
  await Deno.mkdir(at("lib"));
  await write(at("lib/a.ts"), old);
  await Deno.utime(at("lib"), old, old);
  await Deno.mkdir(at("_data"));
  await write(stampOf(root), recent);
  assert.equal(isBuilt(root), false);
  await Deno.mkdir(at("_fresh"));
  await write(at("_fresh/server.js"), old);
  assert.equal(isBuilt(root), false);
  await Deno.mkdir(at("_server"));
  await write(at("_server/main.mjs"), old);
  assert.equal(isBuilt(root), true);
  assert.equal(isStartable(root, "city"), true);
  await Deno.writeTextFile(pendingOf(root), "city");
  assert.equal(isBuilt(root), false);
  assert.equal(isStartable(root, "city"), true);
  assert.equal(isStartable(root, "country"), false);
  await write(at("lib/a.ts"), newest);
  assert.equal(isBuilt(root), false);
  assert.equal(isStartable(root, "city"), false);
});

const text = "/* Why. */\na {\n  color: light-dark(#112233, #445566);\n}\n";

Deno.test("minifiedStylesheet - keeps only the rules in production", async () => {
  try {
    assert.deepEqual(await minifiedStylesheet({ text, mode: "production" }), {
      content: "a{color:light-dark(#112233,#445566)}\n",
    });
  } finally {
    await endEsbuild();
  }
});

Deno.test("minifiedStylesheet - changes nothing in development", async () =>
  assert.equal(
    await minifiedStylesheet({ text, mode: "development" }),
    undefined,
  ));

Deno.test("stylesheets - match CSS files", () => {
  assert(stylesheets.filter.test("/site/static/style.css"));
  assert(!stylesheets.filter.test("/site/static/style.css.txt"));
});
