import assert from "node:assert/strict";
import {
  importCycles,
  readDocuments,
  readSourceFiles,
  readTestFiles,
  unusedExports,
  unusedTypes,
} from "./support/source_graph.ts";

/**
 * The rooms of `lib/`, floor by floor from the ground. A file imports from its
 * own room and from floors below; types count as imports.
 */
const FLOORS: readonly (readonly string[])[] = [
  ["fresh", "facts"],
  ["core", "net"],
  ["store", "i18n"],
  ["limits", "data", "dns"],
  ["http"],
  ["accounts"],
  ["ipinfo"],
  ["lookup", "whois", "egress"],
  ["admin", "analytics", "mcp"],
  ["docs"],
  ["app"],
];

const floorOf = new Map(
  FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)),
);

/** What server and browser share, beside components and islands. */
const SHARED =
  /^(?:components|islands)\/|^lib\/(?:[^/]+\/view|i18n)\/|^lib\/core\/(?:error_reasons|json)\.ts$/;

const files = readSourceFiles();
const own = new Set(files.map(({ path }) => path));

function roomOf(path: string): string | undefined {
  return /^lib\/([^/]+)\//.exec(path)?.[1];
}

Deno.test("architecture - every file of lib lies in a room that has a floor", () => {
  for (const { path } of files.filter(({ path }) => path.startsWith("lib/"))) {
    assert(floorOf.has(roomOf(path) ?? ""), path);
  }
});

Deno.test("architecture - CONTRIBUTING.md describes every room", () => {
  const text = Deno.readTextFileSync(
    new URL("../CONTRIBUTING.md", import.meta.url),
  );
  for (const room of floorOf.keys()) {
    assert(text.includes(`\n| \`${room}/\``), room);
  }
});

Deno.test("architecture - imports go down or stay in the room", () => {
  for (const { path, imports } of files) {
    const room = roomOf(path);
    if (room === undefined) continue;
    for (const name of imports.filter((name) => own.has(name))) {
      const other = roomOf(name);
      assert(
        other === room ||
          (other !== undefined && floorOf.get(other)! < floorOf.get(room)!),
        `${path} may not import ${name}`,
      );
    }
  }
});

Deno.test("architecture - nothing imports itself by way of others, types included", () => {
  assert.deepEqual(importCycles(files), []);
});

Deno.test("architecture - code for the browser imports only code for the browser", () => {
  for (const { path, imports } of files) {
    const isBrowser = path.startsWith("lib/egress/browser/");
    const isShared = isBrowser || SHARED.test(path);
    if (!isShared) continue;
    for (const name of imports.filter((name) => own.has(name))) {
      const isAllowed = SHARED.test(name) ||
        name.startsWith("lib/egress/browser/") &&
          (isBrowser || /^(?:components\/egress|islands)\//.test(path));
      assert(isAllowed, `${path} may not import ${name}`);
    }
  }
});

Deno.test("architecture - what several rooms show has no texts of one of them", () => {
  for (const { path, imports } of files) {
    if (!path.startsWith("components/ui/")) continue;
    for (const name of imports) {
      assert(!/\/view\/\w*texts\.ts$/.test(name), `${path} imports ${name}`);
    }
  }
});

Deno.test("architecture - no room knows routes, and only the entry knows the services", () => {
  const wiring = ["main.ts", "define.ts"];
  for (const { path, imports } of files) {
    for (const name of imports) {
      if (name.startsWith("routes/")) assert(path.startsWith("routes/"), path);
      if (name !== "lib/app/services/services.ts") continue;
      assert(path.startsWith("lib/app/") || wiring.includes(path), path);
    }
  }
});

Deno.test("architecture - routes reach the services only through the request's state", () => {
  for (const { path, imports } of files) {
    if (!path.startsWith("routes/")) continue;
    for (const name of imports) {
      assert(!name.startsWith("lib/app/"), `${path} may not import ${name}`);
    }
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

Deno.test("architecture - only the wiring loads the metrics", () => {
  for (const { path, text } of files) {
    const loads = /^import (?!type).*\/metrics\//m.test(text);
    assert(!loads || path.startsWith("lib/app/"), `${path} loads the metrics`);
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

/**
 * Code that is HTTP itself: the engine, clients of other servers, what runs
 * before the app; and the examples of error responses.
 */
const MAKES_HTTP =
  /^lib\/(?:http|fresh|app)\/|^lib\/core\/outbound\.ts$|^lib\/whois\/rdap\/http_exchange\.ts$|^lib\/docs\/examples\.ts$/;

Deno.test("architecture - responses are made in routes and lib/http", () => {
  for (const { path, text } of files) {
    if (!path.startsWith("lib/") || MAKES_HTTP.test(path)) continue;
    const [made] =
      /\bnew (?:Final)?Response\(|\bResponse\.(?:json|redirect|error)\b|\bnew Headers\(|\b\w*[rR]esponse\w*\(.*\): (?:Promise<)?Response\b|\bmethods\(\{|\b(?:json|jsonText|text|csv|empty|error|seeOther|metered)Response\(/
        .exec(text) ?? [];
    assert.equal(made, undefined, path);
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

Deno.test("architecture - what a file exports, another one imports", () => {
  // Fresh finds the exports of routes, and the engine has Fresh's interface.
  const own = files.filter(({ path }) =>
    !/^(?:routes|lib\/fresh)\//.test(path)
  );
  assert.deepEqual(unusedExports(own, [...files, ...readTestFiles()]), []);
});

Deno.test("architecture - the types that a file exports, another one imports", () => {
  // The leak test still has some.
  const own = files.filter(({ path }) =>
    !/^(?:routes|lib\/fresh|lib\/egress)\//.test(path)
  );
  assert.deepEqual(unusedTypes(own, [...files, ...readTestFiles()]), []);
});

Deno.test("architecture - zod is imported as a namespace", () => {
  // With `{ z }`, the bundle would hold its messages in 50 languages.
  for (const { path, text } of files) {
    assert(!/^import \{[^}]*\bz\b[^}]*\} from "zod"/m.test(text), path);
  }
});

Deno.test("architecture - tests import assert by default, and compare strictly", () => {
  // What Deno (2.9.6) exports from there by name compares loosely.
  for (const { path, text } of readTestFiles()) {
    assert(
      !/^import [^;]*\{[^;]*\} from "node:assert\/strict"/m.test(text),
      path,
    );
  }
});

/** British spellings; `organisation` is a field of registrations. */
const BRITISH =
  /(?:behaviour|colour|cancelled|labelled(?!by)|\bcentre|neighbour|metres?\b|licence|defence|minimis|organisations|fulfil\b|honour|favour|\bgrey|(?:recogn|normal|author|serial|summar|random|optim|capital)is(?:e|ing|ation))\w*/gi;

/** Names in formats of others, and in the JSON of `data status`. */
const NOT_OURS =
  /Network Coordination Centre|\blicence: (?:database|info|feed)|\bone\.licence/g;

Deno.test("architecture - code, pages and documents have American spelling", () => {
  const documents = readDocuments();
  assert(documents.length > 10);
  const british = [...files, ...documents].flatMap(({ path, text }) =>
    (text.replaceAll(NOT_OURS, "").match(BRITISH) ?? [])
      .map((word) => `${path}: ${word}`)
  );
  assert.deepEqual(british, []);
});
