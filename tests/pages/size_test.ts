import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { packedBytes, scriptBytes } from "../support/page_scripts.ts";
import { openSite, type SitePage } from "./site.ts";

const site = await openSite();
Deno.test.afterAll(async () => await site[Symbol.asyncDispose]());

/** Bytes that a page may have in all, compressed as the service does. */
const LIMIT = 30_000;
/** Of the address's page, which may have any of these maps. */
const MAPS = new URL("../../static/map/", import.meta.url);
const MAP_BYTES = Math.max(
  ...Array.from(
    Deno.readDirSync(MAPS),
    ({ name }) => packedBytes(Deno.readFileSync(new URL(name, MAPS))),
  ),
);

interface Size {
  html: number;
  style: number;
  script: number;
  other: number;
}

const sizes = new Map<string, number>();

/** The packed size of what a page loads besides, from this server alone. */
async function packed(page: SitePage, path: string): Promise<number> {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const response = await site.get(page, "en", path);
  assert.equal(response.status, 200, path);
  const bytes = packedBytes(await response.bytes());
  sizes.set(path, bytes);
  return bytes;
}

/** The size of a page itself, as it is sent. */
async function servedBytes(page: SitePage): Promise<number> {
  const response = await site.get(page, "zh", page.path, {
    "accept-encoding": "gzip",
  });
  const bytes = await response.bytes();
  const isStreamed = response.headers.get("cache-control")
    ?.includes("no-transform");
  const html = isStreamed ? bytes : gunzipSync(bytes);
  assert.match(new TextDecoder().decode(html), /^<!DOCTYPE html>/i, page.name);
  return bytes.length;
}

async function sizeOf(page: SitePage): Promise<Size> {
  const response = await site.get(page, "zh");
  const html = await response.text();
  const get = (path: string) => site.get(page, "en", path);
  const size: Size = {
    html: await servedBytes(page),
    style: 0,
    script: await scriptBytes({ get }, html),
    other: /^(?:home|target)/.test(page.name) ? MAP_BYTES : 0,
  };
  for (
    const [tag, rel, path] of html.matchAll(
      /<link rel="([^"]+)" href="([^"]+)"[^>]*>/g,
    )
  ) {
    // Of the page itself, or for when it is put on a home screen.
    if (
      ["expect", "apple-touch-icon", "manifest", "canonical"].includes(rel)
    ) continue;
    assert.match(path, /^\/(?!\/)/, tag);
    size[rel === "stylesheet" ? "style" : "other"] += await packed(
      page,
      path.split("#")[0],
    );
  }
  for (const [, path] of html.matchAll(/<script async src="([^"]+)"/g)) {
    size.script += await packed(page, path);
  }
  // Of one file may be several parts.
  const files = html.matchAll(
    /<(?!script|link)[^>]* (?:src|href)="(\/[^"#]*\.(?:svg|png|ico)\b[^"#]*)/g,
  );
  for (const path of new Set(Array.from(files, ([, path]) => path))) {
    size.other += await packed(page, path);
  }
  return size;
}

function total({ html, style, script, other }: Size): number {
  return html + style + script + other;
}

Deno.test("pages - each is below its limit in all, compressed", async () => {
  const rows: Record<string, Size & { total: number }> = {};
  for (const page of site.pages) {
    const size = await sizeOf(page);
    rows[page.name] = { ...size, total: total(size) };
  }
  console.table(rows);
  for (const [name, { total }] of Object.entries(rows)) {
    assert(total < LIMIT, `${name}: ${total} bytes`);
  }
});
