import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";

const root = new URL("..", import.meta.url).pathname;

interface SourceFile {
  path: string;
  text: string;
  /** What is imported: a path from the root for our own files, else the bare name. */
  imports: string[];
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

function* walk(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(root, folder))) {
    const path = join(folder, name);
    if (isDirectory) yield* walk(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

function read(path: string): SourceFile {
  const text = Deno.readTextFileSync(join(root, path));
  const imports = [...text.matchAll(importPattern)].map((m) => {
    const name = m[1] ?? m[2];
    return name.startsWith(".")
      ? relative(root, join(root, path, "..", name))
      : name;
  });
  return { path, text, imports };
}

const files = ["lib", "routes", "components", "islands"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => [...walk(folder)]).concat(
    "main.ts",
    "dev.ts",
    "define.ts",
  )
  .map(read);

const isOwn = (name: string) => files.some(({ path }) => path === name);

/** Files below `folder` may import our own files only where `allowed` says so. */
function assertImports(folder: string, allowed: RegExp) {
  const inside = files.filter(({ path }) => path.startsWith(folder));
  assert(inside.length > 0, `${folder} is empty`);
  for (const { path, imports } of inside) {
    for (const name of imports.filter(isOwn)) {
      assert(allowed.test(name), `${path} may not import ${name}`);
    }
  }
}

Deno.test("architecture - net knows nobody", () => {
  assertImports("lib/net/", /^lib\/net\//);
});

Deno.test("architecture - core and shared know nobody, async knows core", () => {
  assertImports("lib/core/", /^lib\/core\//);
  assertImports("lib/shared/", /^lib\/shared\//);
  assertImports("lib/async/", /^lib\/(async|core)\//);
});

Deno.test("architecture - data knows net", () => {
  assertImports("lib/data/", /^lib\/(data|net)\//);
});

Deno.test("architecture - profile knows net, data, the store and those it asks", () => {
  assertImports(
    "lib/profile/",
    /^lib\/(profile|core|net|data|shared|async|store|upstream|registry)\/|^lib\/dns\/resolver\.ts$/,
  );
});

Deno.test("architecture - registry and upstream know how to ask, not what for", () => {
  assertImports(
    "lib/registry/",
    /^lib\/(registry|core|net|async|upstream)\/|^lib\/(dns\/resolver|data\/(bounded_map|clean_text))\.ts$/,
  );
  assertImports("lib/upstream/", /^lib\/upstream\//);
});

Deno.test("architecture - whois knows the registries and how to say it", () => {
  assertImports(
    "lib/whois/",
    /^lib\/(whois|core|registry|net|async|shared)\/|^lib\/(http\/errors|data\/bounded_map)\.ts$/,
  );
});

Deno.test("architecture - the index and the name servers' client know nothing of lookups", () => {
  assertImports(
    "lib/dns/index/",
    /^lib\/(dns\/index|core|net|async)\/|^lib\/log\.ts$/,
  );
  assertImports(
    "lib/dns/lookup/",
    /^lib\/(dns|core|net|shared|async)\/|^lib\/(http\/errors|log)\.ts$/,
  );
});

Deno.test("architecture - the probe's responders know addresses and the wire's formats", () => {
  assertImports(
    "lib/probe/",
    /^lib\/(probe|net)\/|^lib\/log\.ts$|^lib\/dns\/(question|format_error|name_case|wire_name)\.ts$/,
  );
});

Deno.test("architecture - analytics know how to ask, and what places are called", () => {
  assertImports(
    "lib/analytics/",
    /^lib\/(analytics|upstream|async|shared)\/|^lib\/data\/(clean_text|region_codes)\.ts$/,
  );
});

Deno.test("architecture - the API's description knows what it describes, not the services", () => {
  assertImports("lib/openapi/", /^lib\/(?!services\.ts|fresh\/|store\/)/);
});

Deno.test("architecture - the store knows no services of others", () => {
  assertImports("lib/store/", /^lib\/(store|async)\/|^lib\/http\/errors\.ts$/);
});

Deno.test("architecture - limits know addresses, the store and the audit log", () => {
  assertImports(
    "lib/limits/",
    /^lib\/(limits|store|async|net)\/|^lib\/(http\/errors|accounts\/audit)\.ts$/,
  );
});

Deno.test("architecture - accounts know the store, settings the store and the audit log", () => {
  assertImports(
    "lib/accounts/",
    /^lib\/(accounts|core|store|async|shared)\/|^lib\/http\/(errors|form)\.ts$/,
  );
  assertImports(
    "lib/settings/",
    /^lib\/(settings|store|shared)\/|^lib\/(http\/errors|accounts\/audit)\.ts$/,
  );
});

Deno.test("architecture - administration knows whom it administers", () => {
  assertImports(
    "lib/admin/",
    /^lib\/(admin|accounts|settings|limits|net|shared)\/|^lib\/http\/(errors|form)\.ts$/,
  );
});

Deno.test("architecture - metrics know what they count, and only the wiring loads them", () => {
  assertImports(
    "lib/metrics/",
    /^lib\/(metrics|limits|accounts|profile|http)\/|^lib\/dns\/index\/dns_index\.ts$/,
  );
  for (const { path, text } of files) {
    const loads = /^import (?!type).*\/metrics\//m.test(text);
    assert(!loads, `${path} loads the metrics`);
  }
});

Deno.test("architecture - backups know databases and downloaded data", () => {
  assertImports("lib/backup/", /^lib\/(backup|data\/update)\//);
});

Deno.test("architecture - the engine knows nothing of the app", () => {
  assertImports("lib/fresh/", /^lib\/fresh\//);
});

/** The first import cycle among the files below a folder, as the paths along it; types count as imports. */
function findCycle(folder: string): string[] | undefined {
  const inside = files.filter(({ path }) => path.startsWith(folder));
  assert(inside.length > 0, `${folder} is empty`);
  const importsOf = new Map(inside.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail, path];
    if (done.has(path)) return undefined;
    for (const name of importsOf.get(path) ?? []) {
      const cycle = visit(name, [...trail, path]);
      if (cycle !== undefined) return cycle;
    }
    done.add(path);
  };
  for (const { path } of inside) {
    const cycle = visit(path, []);
    if (cycle !== undefined) return cycle;
  }
}

Deno.test("architecture - the engine has no import cycle, types included", () => {
  assert.equal(findCycle("lib/fresh/")?.join(" -> "), undefined);
});

Deno.test("architecture - components and islands know shared types only", () => {
  assertImports("components/", /^(components|lib\/shared)\//);
  for (const { path, imports } of files) {
    if (!path.startsWith("islands/")) continue;
    for (const name of imports.filter(isOwn)) {
      assert.match(name, /^(islands|components|lib\/shared)\//, path);
    }
  }
});

Deno.test("architecture - routes know lib, components, islands and each other", () => {
  assertImports("routes/", /^(lib|components|islands|routes)\/|^define\.ts$/);
});

Deno.test("architecture - only the wiring knows the services", () => {
  const wiring = [
    "main.ts",
    "define.ts",
    "lib/commands/command.ts",
    "lib/serve.ts",
  ];
  for (const { path, imports } of files) {
    if (!imports.includes("lib/services.ts")) continue;
    assert(wiring.includes(path), `${path} may not import the services`);
  }
});

Deno.test("architecture - the engine is reached by its public names", () => {
  for (const { path, imports } of files) {
    if (path.startsWith("lib/fresh/")) continue;
    for (const name of imports) {
      assert(!name.startsWith("lib/fresh/"), `${path} imports ${name}`);
    }
  }
});

Deno.test("architecture - lib renders nothing outside the engine", () => {
  for (const { path, imports } of files) {
    if (!path.startsWith("lib/") || path.startsWith("lib/fresh/")) continue;
    for (const name of imports) {
      assert(!/^(preact|fresh)\b/.test(name), `${path} imports ${name}`);
    }
    assert(!path.endsWith(".tsx"), path);
  }
});

Deno.test("architecture - routes reach for no environment, store or network", () => {
  for (const { path, text } of files) {
    if (!/^(routes|components|islands)\//.test(path)) continue;
    assert(!/\bDeno\.(env|openKv|connect|resolveDns)\b/.test(text), path);
    if (path.startsWith("routes/")) {
      assert(!/(?<![.\w])fetch\(/.test(text), path);
    }
  }
});

Deno.test("architecture - routes call no hooks", () => {
  // Real Fresh calls a page before it renders what the page returns.
  for (const { path, text } of files) {
    if (!path.startsWith("routes/")) continue;
    assert(!/\buse[A-Z]\w*\(/.test(text), path);
  }
});

Deno.test("architecture - API routes stay within forty lines", () => {
  for (const { path, text } of files) {
    if (!path.startsWith("routes/api/")) continue;
    assert(text.split("\n").length <= 41, `${path} is too long`);
  }
});
