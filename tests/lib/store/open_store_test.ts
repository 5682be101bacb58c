import assert from "node:assert/strict";
import { join } from "node:path";
import {
  isDatabaseDamaged,
  isRemoteStore,
  isWritable,
  makePrivate,
  openStore,
  restrictToOwner,
} from "../../../lib/store/open_store.ts";
import { createLog } from "../../../lib/core/log.ts";
import { withAccessToken } from "../../support/access_token.ts";
import { type Fault, KvConnectServer } from "../../support/kv_connect.ts";
import { testIn } from "../../support/test_with.ts";
import { tempFolder } from "../../support/temp_folder.ts";

const test = testIn(async (body: (folder: string) => Promise<void>) => {
  await using temporary = await tempFolder();
  await body(temporary.path);
});

const token = "token-for-this-test";

test("openStore - creates the folder and persists data", async (folder) => {
  const dataDir = join(folder, "new", "data");
  const first = await openStore({ dataDir });
  await first.set(["greeting"], "hello");
  first.close();
  using second = await openStore({ dataDir });
  assert.equal((await second.get(["greeting"])).value, "hello");
  assert.ok((await Deno.stat(join(dataDir, "porthole.kv"))).isFile);
});

test("openStore - a new folder is accessible to its owner only", async (folder) => {
  const dataDir = join(folder, "data");
  (await openStore({ dataDir })).close();
  assert.deepEqual(await modesOf(dataDir), [0o700]);
  for await (const { name } of Deno.readDir(dataDir)) {
    assert.deepEqual(await modesOf(join(dataDir, name)), [0o600], name);
  }
});

/** A store of 2,000 records, of 170 pages. */
async function storeBytes(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const kv = await openStore({ dataDir: folder });
  for (let i = 0; i < 2000; i += 500) {
    const operation = kv.atomic();
    for (let j = i; j < i + 500; j++) {
      operation.set(["record", j], "a".repeat(200), { expireIn: 1e9 });
    }
    await operation.commit();
  }
  kv.close();
  return await Deno.readFile(join(folder, "porthole.kv"));
}

test("openStore - names a damaged file, says what to do, and leaves it unchanged", async (folder) => {
  const file = join(folder, "porthole.kv");
  const whole = await storeBytes(folder);
  const damaged = (from: number, to = whole.length) => {
    const bytes = whole.slice();
    for (let i = from; i < to; i++) bytes[i] ^= 0x5a;
    return bytes;
  };
  const half = whole.length / 2;
  const contents = [
    new TextEncoder().encode("not a database ".repeat(500)),
    ...[damaged(0, 4096), damaged(100), damaged(8192)],
    ...[damaged(half), damaged(half, half + 4096), whole.slice(0, half)],
  ];
  for (const bytes of contents) {
    await Deno.writeFile(file, bytes);
    await assert.rejects(openStore({ dataDir: folder }), {
      message:
        `Cannot open the KV store ${file}: the file is damaged, and was left unchanged. ` +
        "Move it, and the files whose names begin with its name, to another folder. " +
        "Then restore a backup with `restore --force`, or start without the accounts, quotas and bans.",
    });
    assert.deepEqual(await Deno.readFile(file), bytes);
  }
  await Deno.writeFile(file, whole);
  using kv = await openStore({ dataDir: folder });
  assert.equal((await kv.get(["record", 1999])).value, "a".repeat(200));
});

test("isDatabaseDamaged - makes no file", async (folder) => {
  const path = join(folder, "none");
  assert.equal(await isDatabaseDamaged(path), false);
  await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
});

test("openStore - rejects a folder that is a file", async (folder) => {
  const dataDir = join(folder, "data");
  await Deno.writeTextFile(dataDir, "");
  assert.equal(await isWritable(dataDir), false);
  assert.equal(await isWritable(join(folder, "new", "data")), true);
  await refusalOf(openStore({ dataDir }), join(dataDir, "porthole.kv"));
});

/** Asserts that a store cannot be opened. @returns the reason, after the store's name */
async function refusalOf(opening: Promise<Deno.Kv>, store: string) {
  const error = await opening.then(() => assert.fail("opened"), (e) => e);
  assert.ok(error instanceof Error && error.cause instanceof Error);
  const start = `Cannot open the KV store ${store}: `;
  assert.equal(error.message.slice(0, start.length), start);
  return error.message.slice(start.length);
}

test("openStore - never uses a malformed URL as a file name", async (folder) => {
  const kvUrl = join(folder, "kv.example");
  await assert.rejects(
    openStore({ dataDir: folder, kvUrl }),
    new Error(`Cannot open the KV store ${kvUrl}: not an http or https URL.`, {
      cause: new Error("not an http or https URL"),
    }),
  );
  assert.deepEqual([...Deno.readDirSync(folder)], []);
});

Deno.test("openStore - times out if the server does not respond", () =>
  withAccessToken(token, async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const kvUrl = `http://127.0.0.1:${listener.addr.port}/`;
    const accepted = listener.accept();
    await assert.rejects(
      openStore({ dataDir: "unused", kvUrl, openTimeoutMs: 20 }),
      new Error(
        `Cannot open the KV store ${kvUrl}: no response within 20 ms.`,
        { cause: new DOMException("no response within 20 ms", "TimeoutError") },
      ),
    );
    (await accepted).close();
    listener.close();
  }));

/** The message after the store's name if a server cannot be used. */
async function refusalBy(
  spoil: (server: KvConnectServer) => void,
  environmentToken: string | null = token,
  openTimeoutMs?: number,
): Promise<string> {
  let reason = "";
  await withAccessToken(environmentToken, async () => {
    await using server = new KvConnectServer({ token });
    spoil(server);
    const kvUrl = server.url;
    const opening = openStore({ dataDir: "unused", kvUrl, openTimeoutMs });
    reason = (await refusalOf(opening, kvUrl)).replaceAll(kvUrl, "<url>");
  });
  return reason;
}

function faultIn(part: "metadata" | "data", fault: Fault) {
  return (server: KvConnectServer) => {
    if (part === "metadata") server.metadataFault = fault;
    else server.dataFault = fault;
  };
}

const refused = (status: number) =>
  `the server refuses the token in DENO_KV_ACCESS_TOKEN (status ${status}).`;
const nothing = () => {};
const refusals = [
  [
    "a missing token",
    nothing,
    "DENO_KV_ACCESS_TOKEN, the token of that server, is not set.",
    null,
  ],
  ['a wrong token ("")', nothing, refused(401), ""],
  ['a wrong token ("another")', nothing, refused(401), "another"],
  ["a token rejected by the metadata", faultIn("metadata", 403), refused(403)],
  ["a token rejected by the data", faultIn("data", 403), refused(403)],
  [
    "the server's error in the metadata",
    faultIn("metadata", 503),
    "the metadata endpoint at '<url>' responded with status 503 Service Unavailable: out of order.",
  ],
  [
    "the server's error in the data",
    faultIn("data", 404),
    "KV Connect failed to call '<url>v/snapshot_read' (status=404 Not Found): out of order.",
  ],
] as const;
for (const [what, spoil, reason, environmentToken] of refusals) {
  Deno.test(`openStore - reports ${what}`, async () =>
    assert.equal(await refusalBy(spoil, environmentToken), reason));
}

Deno.test("openStore - reduces a page to one line without control characters", async () => {
  const page = `<html>\n\x1b[31m${"no database here ".repeat(100)}`;
  const reason = await refusalBy((server) => {
    server.metadataFault = 404;
    server.refusal = page;
  });
  const start =
    "the metadata endpoint at '<url>' responded with status 404 Not Found: <html> [31mno database here ";
  assert.equal(reason.slice(0, start.length), start);
  assert.equal(reason.at(-2), "…");
  assert.ok(reason.length < 320);
});

Deno.test("openStore - cuts a reason off after 300 characters", async () => {
  for (const more of [0, 1]) {
    const reason = await refusalBy((server) => {
      const before =
        `the metadata endpoint at '${server.url}' responded with status 404 Not Found: `;
      server.metadataFault = 404;
      server.refusal = "x".repeat(300 - before.length + more);
    });
    assert.equal(reason.slice(-2), more === 1 ? "…." : "x.");
  }
});

for (const fault of [500, "hang"] as const) {
  Deno.test({
    name: `openStore - times out if reads fail (${fault})`,
    // Deno retries reads for ever, even after the store was closed.
    sanitizeOps: false,
    fn: async () =>
      assert.equal(
        await refusalBy(faultIn("data", fault), token, 300),
        "no response within 300 ms.",
      ),
  });
}

async function modesOf(...paths: string[]): Promise<number[]> {
  const stats = await Promise.all(paths.map((path) => Deno.stat(path)));
  return stats.map(({ mode }) => mode! & 0o777);
}

async function fileIn(folder: string, name: string, mode: number) {
  const path = join(folder, name);
  await Deno.writeTextFile(path, "");
  await Deno.chmod(path, mode);
  return path;
}

const NOTHING = { restricted: [], accessible: [] };

test("restrictToOwner - restricts folder and files to their owner, and returns which", async (folder) => {
  const data = join(folder, "data");
  await Deno.mkdir(data);
  await Deno.chmod(data, 0o755);
  const store = await fileIn(data, "porthole.kv", 0o644);
  const index = await fileIn(data, "dns-index.sqlite", 0o660);
  const readOnly = await fileIn(data, "kept", 0o400);
  const restricted = [data, index, store];
  assert.deepEqual(await restrictToOwner(data), { restricted, accessible: [] });
  const modes = await modesOf(data, store, index, readOnly);
  assert.deepEqual(modes, [0o700, 0o600, 0o600, 0o400]);
  assert.deepEqual(await restrictToOwner(data), NOTHING);
});

test("restrictToOwner - skips link targets and subfolders", async (folder) => {
  const data = join(folder, "data");
  const inside = join(data, "inside");
  await Deno.mkdir(inside, { recursive: true });
  await Deno.chmod(data, 0o700);
  await Deno.chmod(inside, 0o755);
  const elsewhere = await fileIn(folder, "elsewhere", 0o644);
  await Deno.symlink(elsewhere, join(data, "link"));
  assert.deepEqual(await restrictToOwner(data), NOTHING);
  assert.deepEqual(await modesOf(elsewhere, inside), [0o644, 0o755]);
});

test("restrictToOwner - in a folder that holds other things, restricts only the service's own files", async (folder) => {
  await Deno.mkdir(join(folder, "home"));
  await Deno.chmod(folder, 0o755);
  const store = await fileIn(folder, "porthole.kv", 0o644);
  const index = await fileIn(folder, "dns_index.db-wal", 0o644);
  const program = await fileIn(folder, "program", 0o755);
  const restricted = [index, store];
  const outcome = await restrictToOwner(folder);
  assert.deepEqual(outcome, { restricted, accessible: [] });
  const modes = await modesOf(folder, store, program);
  assert.deepEqual(modes, [0o755, 0o600, 0o755]);
  for (const own of ["data", "export", "lost+found"]) {
    const data = join(folder, `of-${own}`);
    await Deno.mkdir(join(data, own), { recursive: true });
    await Deno.chmod(data, 0o755);
    assert.deepEqual((await restrictToOwner(data)).restricted, [data]);
  }
});

test("restrictToOwner - does nothing if the folder is missing", async (folder) => {
  const data = join(folder, "none");
  assert.deepEqual(await restrictToOwner(data), NOTHING);
  await assert.rejects(Deno.stat(data), Deno.errors.NotFound);
});

test("restrictToOwner - returns what stays accessible, but not what is gone", async (folder) => {
  await Deno.chmod(folder, 0o755);
  const gone = await fileIn(folder, "gone", 0o644);
  const theirs = await fileIn(folder, "theirs", 0o644);
  const { NotFound, PermissionDenied } = Deno.errors;
  const { chmod } = Deno;
  const refusing = (path: string) =>
    Promise.reject(path === gone ? new NotFound() : new PermissionDenied());
  try {
    Object.assign(Deno, { chmod: refusing });
    const outcome = await restrictToOwner(folder);
    const accessible = [folder, theirs];
    assert.deepEqual(outcome, { restricted: [], accessible });
  } finally {
    Object.assign(Deno, { chmod });
  }
});

test("makePrivate - warns of what others could read, once", async (folder) => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const log = createLog({ level: "debug", now: () => 0, write });
  await fileIn(folder, "porthole.kv", 0o644);
  await makePrivate(folder, log);
  assert.equal(lines.length, 1);
  const warning = / warn {2}other users .* could read DATA_DIR; .*porthole\.kv/;
  assert.match(lines[0], warning);
  await makePrivate(folder, log);
  assert.equal(lines.length, 1);
});

const cases = [
  [false, { kvUrl: undefined }],
  [true, { kvUrl: "https://kv.example" }],
  [true, { kvUrl: undefined, isOnDeploy: true }],
] as const;
for (const [isRemote, options] of cases) {
  Deno.test(`isRemoteStore - ${isRemote} for ${JSON.stringify(options)}`, () => {
    assert.equal(isRemoteStore(options), isRemote);
  });
}
