import assert from "node:assert/strict";
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
  const answer = await fetch(origin + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie, "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  await answer.body?.cancel();
  return {
    status: answer.status,
    cookie: answer.headers.get("set-cookie")?.split(";")[0],
  };
}

async function see({ origin }: AppProcess, path: string, cookie: string) {
  const answer = await fetch(origin + path, {
    headers: { cookie },
    redirect: "manual",
  });
  return { status: answer.status, html: await answer.text() };
}

/** What V2 says to a token: status, kind and limit. */
async function ask({ origin }: AppProcess, token: string) {
  const answer = await fetch(`${origin}/api/v2/ip/8.8.8.8`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.body?.cancel();
  return [
    answer.status,
    answer.headers.get("x-token-type"),
    answer.headers.get("x-ratelimit-limit"),
    answer.headers.get("x-ratelimit-remaining"),
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
    for (
      const [args, input, code, said] of [
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
      ] as const
    ) {
      assert.deepEqual(await run([...args], env, input), {
        code,
        out: "",
        err: `porthole: ${said}\n`,
      });
    }
  } finally {
    await Deno.remove(root + dataDir, { recursive: true });
  }
});
