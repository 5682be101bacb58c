import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { scriptBytes } from "../support/page_scripts.ts";
import { openSite, type SitePage } from "./site.ts";

const site = await openSite();
Deno.test.afterAll(async () => await site[Symbol.asyncDispose]());

/** Bytes that a page may have in all, compressed as the service does. */
const LIMIT = 30_000;
/** The leak test has its own: nearly two thirds of it are its script. */
const LIMITS: Readonly<Record<string, number>> = { egress: 32_000 };

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
  const { length } = gzipSync(await response.bytes());
  sizes.set(path, length);
  return length;
}

async function sizeOf(page: SitePage): Promise<Size> {
  const response = await site.get(page, "zh");
  const html = await response.text();
  const get = (path: string) => site.get(page, "en", path);
  const size: Size = {
    html: gzipSync(html).length,
    style: 0,
    script: await scriptBytes({ get }, html),
    other: 0,
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
    assert(total < (LIMITS[name] ?? LIMIT), `${name}: ${total} bytes`);
  }
});
