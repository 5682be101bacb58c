import assert from "node:assert/strict";
import {
  type AppProcess,
  command,
  run,
  startApp,
} from "./support/app_process.ts";
import { PASSWORD } from "./support/members.ts";
import { tokenOf } from "./support/store_folder.ts";

const root = new URL("..", import.meta.url).pathname;
const EMAIL = "ann@example.net";

/** A new folder below the one that servers may write to. */
async function tempFolder() {
  const path = `./data/tests/${crypto.randomUUID()}`;
  await Deno.mkdir(root + path, { recursive: true });
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(root + path, { recursive: true }),
  };
}

async function good(
  dataDir: string,
  args: string[],
  input?: BlobPart,
): Promise<{ out: string; err: string }> {
  const { code, out, err } = await run(args, { DATA_DIR: dataDir }, input);
  assert.equal(code, 0, err);
  return { out, err };
}

/** What V2 says to a token: status, and what is left of its quota. */
async function ask(
  { origin }: Pick<AppProcess, "origin">,
  token: string,
): Promise<[status: number, remaining: number]> {
  const response = await fetch(`${origin}/api/v2/ip/8.8.8.8`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  // If a busy machine locks the store for too long, nothing is charged.
  if (response.status === 503) return await ask({ origin }, token);
  return [
    response.status,
    Number(response.headers.get("x-ratelimit-remaining")),
  ];
}

async function signIn({ origin }: AppProcess): Promise<number> {
  const response = await fetch(`${origin}/sign-in`, {
    method: "POST",
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  await response.body?.cancel();
  return response.status;
}

Deno.test("backup, restore - accounts, tokens and counts, while the server keeps running", async () => {
  await using folder = await tempFolder();
  const from = `${folder.path}/from`;
  const to = `${folder.path}/to`;
  const file = `${folder.path}/porthole.tar`;
  let token: string;
  let before: number;
  let during: number;
  {
    await using server = await startApp({ DATA_DIR: from });
    token = await tokenOf(EMAIL, { DATA_DIR: from });
    for (let i = 0; i < 3; i++) await ask(server, token);
    before = 3;
    // Charges go on while it is copied.
    let isAsking = true;
    const asking = (async () => {
      let requestCount = 0;
      while (isAsking && requestCount < 50) {
        assert.equal((await ask(server, token))[0], 200);
        requestCount++;
      }
      return requestCount;
    })();
    const { err, out } = await good(from, ["backup", file]);
    isAsking = false;
    during = await asking;
    assert.equal(out, "");
    assert.match(err, /^Backed up \d files?, [\d.]+ [KM]B\.\n$/);
    assert.equal(Deno.statSync(root + file).mode! & 0o777, 0o600);

    const refused = await run(["restore", file, "--force"], { DATA_DIR: from });
    assert.deepEqual(refused, {
      code: 1,
      out: "",
      err: `porthole: A server is running on ${from}: stop it first.\n`,
    });
    assert.deepEqual(await ask(server, token), [200, 100 - 3 - during - 1]);
  }
  const { err } = await good(to, ["restore", file]);
  assert.match(
    err,
    /^Restored \d files? as of \d{4}-\S+Z, written by version \S+\.\n$/,
  );
  await using server = await startApp({ DATA_DIR: to });
  const [status, remaining] = await ask(server, token);
  assert.equal(status, 200);
  const used = 100 - remaining - 1;
  assert(used >= before && used <= before + during, `${used} are counted`);
  assert.equal(await signIn(server), 303);
});

Deno.test("backup, restore - standard output and input; faults are sentences", async () => {
  await using folder = await tempFolder();
  const from = `${folder.path}/from`;
  const to = `${folder.path}/to`;
  const none = await run(["backup", `${folder.path}/a.tar`], {
    DATA_DIR: from,
  });
  assert.deepEqual(none, {
    code: 1,
    out: "",
    err: `porthole: There is nothing to back up in ${from}.\n`,
  });
  await tokenOf(EMAIL, { DATA_DIR: from });
  const elsewhere = await run(["backup", "/nowhere/a.tar"], { DATA_DIR: from });
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.err, /^porthole: Cannot write \/nowhere\/a\.tar: /);
  assert(!elsewhere.err.includes("\n    at "), elsewhere.err);

  const garbage = await run(
    ["restore", "-"],
    { DATA_DIR: to },
    "x".repeat(600),
  );
  assert.equal(garbage.code, 1);
  assert.match(garbage.err, /^porthole: The backup is damaged: .+\.\n$/);

  const { stdout } = await command(["backup", "-"], { DATA_DIR: from })
    .output();
  await good(to, ["restore", "-"], stdout);
  // The account is there.
  await assert.rejects(tokenOf(EMAIL, { DATA_DIR: to }), { status: 409 });
});
