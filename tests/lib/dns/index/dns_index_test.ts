import assert from "node:assert/strict";
import { join } from "node:path";
import {
  DnsIndex,
  type DnsIndexOptions,
  IndexUnavailableError,
  InvalidCursorError,
} from "../../../../lib/dns/index/dns_index.ts";
import type { LogFields } from "../../../../lib/core/log.ts";
import { ip } from "../../../support/address.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { testWith } from "../../../support/test_with.ts";
import { ptr } from "./memory_index.ts";

const START_MS = Date.UTC(2030, 0, 2, 3, 4, 5, 678);
/** The start of the day: the index stores no more precise time. */
const DAY_MS = Date.UTC(2030, 0, 2);

function row(name: string, value?: string) {
  return { ...ptr(name, value), firstSeenMs: DAY_MS, lastSeenMs: DAY_MS };
}
const first = { kind: "ptr", match: "right", after: null } as const;
const everything = { ...first, keyword: ".example" };

const test = testWith(async () => {
  const stack = new AsyncDisposableStack();
  const { path } = stack.use(await tempFolder());
  const file = join(path, "dns_index.db");
  const logged: [string, LogFields?][] = [];
  const log = {
    info: (message: string) => logged.push([message]),
    warn: (...line: [string, LogFields?]) => logged.push(line),
  };
  const base = { path: file, now: () => START_MS, log, timeoutMs: 60_000 };
  const open = (options: Partial<DnsIndexOptions> = {}) => {
    const index = new DnsIndex({ ...base, ...options });
    stack.defer(() => index.close());
    return index;
  };
  return {
    ...{ open, path, file, logged },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
});

async function store(index: DnsIndex, ...names: string[]) {
  index.add(names.map((name) => ptr(name)));
  await index.flush();
}

const rowsIn = async (index: DnsIndex) => (await index.search(everything)).rows;
const filesIn = (path: string) =>
  [...Deno.readDirSync(path)].map(({ name }) => name).sort();

test("DnsIndex.search - finds added edges after a flush", async ({ open, logged }) => {
  const index = open();
  await store(index, "B.example", "a.example", "a.test");
  const first = await index.search({ ...everything, limit: 1 });
  const { next } = await index.search({ ...everything, limit: 1 });
  assert.deepEqual(first, { rows: [row("a.example")], next, total: 2 });
  const found = await index.search({ ...everything, after: next });
  assert.deepEqual(found, { rows: [row("b.example")], next: null, total: 2 });
  assert.deepEqual(logged, []);
});

test("DnsIndex.byAddress - names of an address range", async ({ open }) => {
  const index = open();
  index.add([ptr("b.example", "192.0.2.9"), ptr("a.example", "192.0.2.10")]);
  await index.flush();
  const [first, last] = [ip("192.0.2.0"), ip("192.0.2.255")];
  assert.deepEqual(
    await index.byAddress({ first, last, limit: 10 }),
    [row("b.example", "192.0.2.9"), row("a.example", "192.0.2.10")],
  );
});

test("DnsIndex.open - opens no file before the first use", async ({ open, path }) => {
  const index = open();
  await index.flush();
  assert.deepEqual(filesIn(path), []);
  assert.equal((await index.size()).rows, 0);
  assert.equal(filesIn(path)[0], "dns_index.db");
});

test("DnsIndex.add - adds nothing once the index is closed, or if it is off", async ({ open, path, logged }) => {
  const [off, closed] = [open({ isOff: true }), open()];
  await closed.close();
  for (const index of [off, closed]) await store(index, "a.example");
  assert.deepEqual(filesIn(path), []);
  assert.deepEqual(logged, []);
});

test("DnsIndex.search - throws for an invalid keyword", async ({ open, path }) => {
  const index = open();
  const long = "a".repeat(1_025);
  const cases = [["left", ""], ["middle", "😀a"], ["right", long]] as const;
  for (const [match, keyword] of cases) {
    const search = index.search({ ...everything, match, keyword });
    await assert.rejects(search, RangeError, match);
  }
  assert.deepEqual(filesIn(path), []);
});

test("DnsIndex.search - throws for a cursor of another search", async ({ open }) => {
  const index = open();
  await store(index, "a.example", "b.example");
  const { next } = await index.search({ ...everything, limit: 1 });
  for (const after of [next, "", "AAAA", "😀"]) {
    const search = index.search({ ...everything, match: "left", after });
    await assert.rejects(search, InvalidCursorError, String(after));
  }
});

test("DnsIndex.search - rejects immediately with the signal's reason", async ({ open }) => {
  const index = open();
  const reason = new DOMException("gone", "AbortError");
  const isReason = (error: unknown) => error === reason;
  const controller = new AbortController();
  const search = () =>
    index.search({ ...everything, signal: controller.signal });
  const underWay = search();
  controller.abort(reason);
  await assert.rejects(underWay, isReason);
  await assert.rejects(search(), isReason);
});

test("DnsIndex.search - rejects after the timeout", async ({ open }) => {
  const index = open({ timeoutMs: 0 });
  await assert.rejects(index.search(everything), IndexUnavailableError);
});

test("DnsIndex.search - rejects if too many searches are waiting", async ({ open }) => {
  const index = open();
  await index.size();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 400 }, () => index.search(everything)),
  );
  const errors = outcomes.filter(({ status }) => status === "rejected")
    .map((outcome) => "reason" in outcome && outcome.reason);
  assert(errors.length > 0 && errors.length <= 400 - 250);
  for (const error of errors) assert(error instanceof IndexUnavailableError);
  assert.equal((await index.search(everything)).total, 0);
});

test("DnsIndex.close - finishes earlier searches", async ({ open }) => {
  const index = open();
  index.add([ptr("a.example")]);
  await index.size();
  const searches = Array.from({ length: 20 }, () => index.search(everything));
  await index.close();
  for (const search of searches) assert.equal((await search).next, null);
});

test("DnsIndex.close - writes queued edges, then rejects searches", async ({ open, path }) => {
  const index = open();
  index.add(Array.from({ length: 25_000 }, (_, i) => ptr(`${i}.example`)));
  await index.close();
  await index.close();
  assert.deepEqual(filesIn(path), ["dns_index.db"]);
  await store(index, "late.example");
  await assert.rejects(index.search(everything), IndexUnavailableError);
  await assert.rejects(index.size(), IndexUnavailableError);
  assert.equal((await open().size()).rows, 25_000);
});

test("DnsIndex - evicts the least recently seen edges beyond maxRows", async ({ open }) => {
  let nowMs = START_MS;
  const index = open({ maxRows: 2, now: () => nowMs });
  for (const name of ["a", "b", "c"]) {
    await store(index, `${name}.example`);
    nowMs++;
  }
  const names = (await rowsIn(index)).map(({ name }) => name);
  assert.deepEqual(names, ["b.example", "c.example"]);
  assert.equal((await index.size()).rows, 2);
});

test("DnsIndex - moves a damaged file aside and creates a new one", async ({ open, path, file, logged }) => {
  const broken = "no database at all. ".repeat(1_000);
  await Deno.writeTextFile(file, broken);
  const index = open();
  await store(index, "a.example");
  assert.deepEqual(await rowsIn(index), [row("a.example")]);
  const aside = "dns_index.db.corrupt-2030-01-02T03-04-05-678Z";
  assert.deepEqual(logged, [[
    "the DNS index cannot be used and was moved aside; a new one was created",
    { reason: "file is not a database", path: join(path, aside) },
  ]]);
  assert.equal(await Deno.readTextFile(join(path, aside)), broken);
});

test("DnsIndex - moves another program's database aside", async ({ open, path, file, logged }) => {
  const { DatabaseSync } = await import("node:sqlite");
  const other = new DatabaseSync(file);
  other.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
  other.close();
  assert.equal((await open().size()).rows, 0);
  assert.equal(logged.length, 1);
  const asides = filesIn(path).filter((name) => name.includes("corrupt"));
  assert.deepEqual(asides, ["dns_index.db.corrupt-2030-01-02T03-04-05-678Z"]);
});

test("DnsIndex - replaces a file that is damaged during a search", async ({ open, file, logged }) => {
  const first = open();
  first.add(Array.from({ length: 3_000 }, (_, i) => ptr(`${i}.example`)));
  await first.close();
  // Keeps the header and the first pages, and overwrites the pages of the names.
  const octets = await Deno.readFile(file);
  octets.fill(0xa5, 4_096 * 20);
  await Deno.writeFile(file, octets);
  const index = open();
  await assert.rejects(index.search(everything), IndexUnavailableError);
  assert.equal(logged.length, 1);
  assert.deepEqual(await rowsIn(index), []);
  await store(index, "new.example");
  assert.deepEqual(await rowsIn(index), [row("new.example")]);
  assert.equal(logged.length, 1);
});

test("DnsIndex - two instances on one file see each other's edges", async ({ open }) => {
  const [one, other] = [open(), open()];
  await Promise.all([one, other].map(async (index, i) => {
    for (let round = 0; round < 5; round++) {
      const nth = (_: unknown, n: number) =>
        ptr(`${round * 300 + n}.${i}.example`);
      index.add(Array.from({ length: 300 }, nth));
      await store(index, "both.example");
    }
  }));
  for (const index of [one, other]) {
    assert.equal((await index.size()).rows, 3_001);
    for (const keyword of [".0.example", ".1.example"]) {
      const match = { match: "middle", keyword, limit: 2_000 } as const;
      const { rows } = await index.search({ ...everything, ...match });
      assert.equal(new Set(rows.map(({ name }) => name)).size, 1_500);
    }
  }
});

test("DnsIndex - creates the folder of its file", async ({ open, path, logged }) => {
  const folder = join(path, "new", "data");
  const index = open({ path: join(folder, "dns_index.db") });
  assert.equal((await index.size()).rows, 0);
  await store(index, "a.example");
  assert.deepEqual(await rowsIn(index), [row("a.example")]);
  assert.deepEqual(logged, []);
  assert.equal(filesIn(folder)[0], "dns_index.db");
});

test("DnsIndex - loses edges while the file cannot be opened", async ({ open, path, logged }) => {
  const folder = join(path, "later");
  await Deno.writeTextFile(folder, "no folder");
  const index = open({ path: join(folder, "dns_index.db") });
  for (const name of ["a", "b"]) await store(index, `${name}.example`);
  await assert.rejects(index.search(everything), IndexUnavailableError);
  const messages = () => logged.map(([message]) => message);
  const lost = "the DNS index cannot be written; new entries are lost";
  assert.deepEqual(messages(), [lost]);
  await Deno.remove(folder);
  await store(index, "c.example");
  assert.deepEqual(await rowsIn(index), [row("c.example")]);
  assert.deepEqual(messages(), [lost, "the DNS index is written again"]);
});

test("DnsIndex - needs only permissions for the program, its folder and a local socket", async ({ path: data }) => {
  const root = new URL("../../../../", import.meta.url).pathname;
  const program = `
    import { DnsIndex } from "${root}lib/dns/index/dns_index.ts";
    const log = { info: console.log, warn: console.log };
    const path = "${data}/dns_index.db";
    const index = new DnsIndex({ path, now: Date.now, log });
    index.add([{ kind: "ptr", name: "a.example", value: "192.0.2.1" }]);
    await index.flush();
    const search = { kind: "ptr", keyword: "exa", match: "middle", after: null };
    const { rows } = await index.search(search);
    console.log(rows[0].name, (await index.size()).rows);
    await index.close();
  `;
  const entry = join(data, "entry.ts");
  await Deno.writeTextFile(entry, program);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-check", "--no-prompt", "--config", `${root}deno.json`],
      ...[`--allow-read=${root},${data}`, `--allow-write=${data}`],
      ...["--allow-net=127.0.0.1", entry],
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  const found = [code, decoder.decode(stdout), decoder.decode(stderr)];
  assert.deepEqual(found, [0, "a.example 1\n", ""]);
});
