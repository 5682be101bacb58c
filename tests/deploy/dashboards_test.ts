/** The pieces in docs/dashboards.md: each URL responds, and each key is in its response. */
import assert from "node:assert/strict";
import { load } from "js-yaml";
import { testApp } from "../support/app.ts";

const root = new URL("../../", import.meta.url);
const text = await Deno.readTextFile(new URL("docs/dashboards.md", root));

/** A public address, of which the tables know each fact in the pieces. */
const peer = "66.102.0.1";

const app = await testApp({
  env: { GEO_EDITION: "city", METRICS_ALLOW: peer, RATE_LIMIT_PAGES: "0" },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

/** The text of a section. */
function sectionOf(title: string): string {
  const found = text.split(/^## /m)
    .find((section) => section.startsWith(`${title}\n`));
  assert(found, title);
  return found;
}

/** The text of the block of code in a section. */
function blockOf(section: string, language = "yaml"): string {
  const found = RegExp("```" + language + "\\n(.*?)\\n```", "s")
    .exec(sectionOf(section));
  assert(found, section);
  return found[1];
}

// deno-lint-ignore no-explicit-any
const yaml = (section: string): any => load(blockOf(section));

const ORIGIN = "https://ip.example.net";

async function request(url: string): Promise<Response> {
  assert(url.startsWith(`${ORIGIN}/`), url);
  const path = url.slice(ORIGIN.length);
  const response = await app.get(path, { peer, origin: ORIGIN });
  assert.equal(response.status, 200, url);
  return response;
}

const json = async (url: string) => await (await request(url)).json();

/** The value at a path such as `geo.city`, which must be known. */
function valueAt(record: unknown, path: string): unknown {
  const value = path.split(".").reduce(
    (part: unknown, key) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, key)
        ? (part as Record<string, unknown>)[key]
        : assert.fail(path),
    record,
  );
  assert.notEqual(value ?? null, null, path);
  return value;
}

/** The path of Homepage's field: a key, or an object with one that leads on. */
function pathOf(field: string | Record<string, string>): string {
  if (typeof field === "string") return field;
  const [[key, rest], ...more] = Object.entries(field);
  assert.equal(more.length, 0);
  return `${key}.${pathOf(rest)}`;
}

Deno.test("dashboards - every URL in the document responds", async () => {
  const urls = new Set(text.match(/https:\/\/ip\.example\.net[\w/.]*/g));
  assert(urls.size >= 5);
  for (const url of urls) await (await request(url)).body?.cancel();
});

Deno.test("dashboards - Homepage's fields, and the values it remaps", async () => {
  const [{ Network: [{ Porthole }] }] = yaml("Homepage");
  const { widget, siteMonitor } = Porthole;
  assert.equal(await (await request(siteMonitor)).text(), "ok\n");
  const record = await json(widget.url);
  assert.equal(widget.mappings.length, 4);
  for (const { field, remap } of widget.mappings) {
    const value = valueAt(record, pathOf(field));
    const known = remap?.map(({ value }: { value: unknown }) => value);
    assert(known === undefined || known.includes(value));
  }
});

Deno.test("dashboards - Glance's keys, and their types", async () => {
  const [widget, monitor] = yaml("Glance");
  const record = await json(widget.url);
  const pattern = /\.JSON\.(String|Bool) "([\w.]+)"/g;
  const keys = [...widget.template.matchAll(pattern)];
  assert.equal(keys.length, 5);
  for (const [, type, path] of keys) {
    const expected = type === "Bool" ? "boolean" : "string";
    assert.equal(typeof valueAt(record, path), expected);
  }
  const { "check-url": url } = monitor.sites[0];
  assert.equal(await (await request(url)).text(), "ok\n");
});

Deno.test("dashboards - Dashy's script shows the address, from another origin", async () => {
  const { items: [item], widgets: [{ options }] } = yaml("Dashy").sections[0];
  assert.equal(await (await request(item.statusCheckUrl)).text(), "ok\n");
  const id = /id="(\w+)"/.exec(options.html)?.[1];
  const shown = Promise.withResolvers<string>();
  const element = {
    set textContent(text: string) {
      shown.resolve(text);
    },
  };
  const document = {
    getElementById: (name: string) => name === id ? element : null,
  };
  const fetch = async (url: string) => {
    const response = await request(url);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    return response;
  };
  new Function("document", "fetch", options.script)(document, fetch);
  const { network, geo } = await json(`${ORIGIN}/api/v1`);
  const expected = `${peer} · ${network.isp} · ${geo.city} · ${geo.country}`;
  assert.equal(await shown.promise, expected);
});

Deno.test("dashboards - Uptime Kuma's monitors are up", async () => {
  const rows = sectionOf("Uptime Kuma").replaceAll("`", "").split("\n")
    .filter((line) => line.startsWith("| HTTP"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  assert.equal(rows.length, 4);
  for (const [, type, url, query, expected] of rows) {
    const response = await request(url);
    const body = await response.text();
    if (type.endsWith("Keyword")) assert(body.includes(query));
    if (type.endsWith("Json Query")) {
      assert.equal(String(valueAt(JSON.parse(body), query)), expected);
    }
  }
});

Deno.test("dashboards - Home Assistant's templates and attributes", async () => {
  const [{ resource, sensor, binary_sensor }] = yaml("Home Assistant").rest;
  const record = await json(resource);
  const entities = [...sensor, ...binary_sensor];
  assert.equal(entities.length, 3);
  for (const entity of entities) {
    const [, path] = /^\{\{ value_json\.([\w.]+) \}\}$/
      .exec(entity.value_template) ?? assert.fail(entity.value_template);
    valueAt(record, path);
    const under = entity.json_attributes_path?.replace(/^\$\./, "");
    for (const name of entity.json_attributes ?? []) {
      valueAt(record, `${under}.${name}`);
    }
  }
  assert.equal(typeof record.risk.is_proxy, "boolean");
});

Deno.test("dashboards - Prometheus's path, and Grafana's metrics and labels", async () => {
  const [{ metrics_path }] = yaml("Grafana").scrape_configs;
  await (await request(`${ORIGIN}/api/v1/ip/8.8.8.8`)).body?.cancel();
  const samples = await (await request(ORIGIN + metrics_path)).text();
  const { panels } = JSON.parse(blockOf("Grafana", "json"));
  const ids = new Set(panels.map(({ id }: { id: number }) => id));
  assert.equal(ids.size, panels.length);
  for (const { targets } of panels) {
    for (const { expr, legendFormat } of targets) {
      const [metric] = /porthole_\w+/.exec(expr) ?? assert.fail(expr);
      const ofMetric = RegExp(`^${metric}[{ ]`);
      const lines = samples.split("\n").filter((line) => ofMetric.test(line));
      assert(lines.length > 0, metric);
      const named = [
        ...expr.matchAll(/(\w+)="/g),
        ...legendFormat.matchAll(/\{\{(\w+)\}\}/g),
      ].map(([, label]) => label);
      const by = /by \(([^)]*)\)/.exec(expr)?.[1].split(/, */) ?? [];
      for (const label of [...by, ...named]) {
        const isThere = lines.some((line) => line.includes(`${label}="`));
        assert(isThere, `${metric} ${label}`);
      }
    }
  }
});
