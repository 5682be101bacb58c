import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { openStore } from "../lib/store/open_store.ts";
import { type AppProcess, run, startApp } from "./support/app_process.ts";

const root = new URL("..", import.meta.url).pathname;
const EMAIL = "ann@example.net";
const PASSWORD = "correct horse battery";

/** A server, and the command line on the same store. */
async function openBoth(env: Record<string, string> = {}) {
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  const server = await startApp({ ...env, DATA_DIR: dataDir });
  return {
    server,
    cli: (args: string[], input?: string) =>
      run(args, { DATA_DIR: dataDir }, input),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await Deno.remove(root + dataDir, { recursive: true });
    },
  };
}

/** Where a form of a browser leads, and what it gives to keep. */
async function post(
  { origin }: AppProcess,
  path: string,
  fields: Record<string, string>,
  cookie = "",
) {
  const response = await fetch(origin + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie, "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  await response.body?.cancel();
  return {
    status: response.status,
    cookie: response.headers.get("set-cookie")?.split(";")[0],
  };
}

async function see({ origin }: AppProcess, path: string, cookie: string) {
  const response = await fetch(origin + path, {
    headers: { cookie },
    redirect: "manual",
  });
  return { status: response.status, html: await response.text() };
}

/** What V2 says to a token: status, kind and limit. */
async function ask({ origin }: AppProcess, token: string) {
  const response = await fetch(`${origin}/api/v2/ip/8.8.8.8`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return [
    response.status,
    response.headers.get("x-token-type"),
    response.headers.get("x-ratelimit-limit"),
    response.headers.get("x-ratelimit-remaining"),
  ];
}

Deno.test("user, token - take effect immediately in a running server", async () => {
  await using both = await openBoth();
  const { server, cli } = both;
  const good = async (args: string[], input?: string) => {
    const { code, out, err } = await cli(args, input);
    assert.equal(code, 0, err);
    return { out, err };
  };

  const added = await good(["user", "add", EMAIL], `${PASSWORD}\n`);
  assert.deepEqual(added, {
    out: "ann@example.net is now a member.\n",
    err: "",
  });
  const made = await good(["token", "create", EMAIL]);
  assert.match(made.out, /^ph_[\w-]{43}\n$/);
  const token = made.out.trim();
  assert.deepEqual(await ask(server, token), [200, "free", "100", "99"]);

  await good(["user", "tier", EMAIL, "vip", "--quota", "7"]);
  assert.deepEqual(await ask(server, token), [200, "vip", "7", "5"]);

  // Another in its place goes on with the count.
  const [, id] = /token (\w+)\.\n$/.exec(made.err) ?? [];
  const next = (await good(["token", "create", EMAIL, "--replace"])).out.trim();
  assert.deepEqual(await ask(server, token), [401, null, null, null]);
  assert.deepEqual(await ask(server, next), [200, "vip", "7", "4"]);
  const gone = await cli(["token", "revoke", id]);
  assert.deepEqual(gone, {
    code: 1,
    out: "",
    err: `porthole: There is no token ${id}.\n`,
  });

  // A new password ends the sessions that the server began.
  const { cookie = "" } = await post(server, "/sign-in", {
    email: EMAIL,
    password: PASSWORD,
  });
  assert.equal((await see(server, "/console", cookie)).status, 200);
  await good(["user", "password", EMAIL], "a new horse battery\n");
  assert.equal((await see(server, "/console", cookie)).status, 303);

  // An administrator sees on record what the command line did.
  const root = "root@example.net";
  await good(["user", "add", root, "--admin"], `${PASSWORD}\r\n`);
  const signedIn = await post(server, "/sign-in", {
    email: root,
    password: PASSWORD,
  });
  const audit = await see(server, "/admin/audit", signedIn.cookie ?? "");
  assert.equal(audit.status, 200);
  assert(audit.html.includes("<bdi>command line</bdi>"));
  assert(audit.html.includes("Account added"));
  assert.equal(server.log().includes(PASSWORD), false);
});

Deno.test("user, token - write errors to standard error only", async () => {
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  const env = { DATA_DIR: dataDir };
  try {
    const cases = [
      [
        ["token", "create", EMAIL],
        "",
        1,
        "There is no account for ann@example.net.",
      ],
      [
        ["user", "tier", EMAIL, "free", "--quota", "1"],
        "",
        2,
        "--quota applies to vip only\nTry porthole user tier --help.",
      ],
    ] as const;
    for (const [args, input, code, output] of cases) {
      assert.deepEqual(await run([...args], env, input), {
        code,
        out: "",
        err: `porthole: ${output}\n`,
      });
    }
  } finally {
    await Deno.remove(root + dataDir, { recursive: true });
  }
});

Deno.test("serve - a 503 of V2 costs nothing, even if the server is killed at once", async () => {
  const silent = createSocket("udp4");
  silent.bind(0, "127.0.0.1");
  await once(silent, "listening");
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  try {
    const made = await run(
      ["user", "add", EMAIL],
      { DATA_DIR: dataDir },
      PASSWORD,
    );
    assert.equal(made.code, 0, made.err);
    const { out } = await run(["token", "create", EMAIL], {
      DATA_DIR: dataDir,
    });
    const server = await startApp({
      DATA_DIR: dataDir,
      DNS_SERVERS: `127.0.0.1:${silent.address().port}`,
    });
    const headers = { authorization: `Bearer ${out.trim()}` };
    let refused = 0;
    let ended: Promise<unknown> | undefined;
    const requests = Array.from({ length: 40 }, async (_, i) => {
      // Names of a second, so that some charges are new when others are refunded.
      await new Promise((resolve) => setTimeout(resolve, 25 * i));
      const url = `${server.origin}/api/v2/domain/name-${i}.example`;
      const { status, body } = await fetch(url, { headers });
      assert.equal(status, 503);
      refused++;
      if (refused === 3) ended = server.stop("SIGKILL");
      await body?.cancel();
    });
    await Promise.allSettled(requests);
    assert.equal(refused >= 3, true);
    await ended;
    using store = await openStore({ dataDir: root + dataDir });
    const quotas = store.list<{ used: number }>({ prefix: ["quotas"] });
    const [used] = await Array.fromAsync(quotas, ({ value }) => value.used);
    assert.equal(used <= 40 - refused, true, `${used} of ${40 - refused}`);
  } finally {
    silent.close();
    await Deno.remove(root + dataDir, { recursive: true });
  }
});
