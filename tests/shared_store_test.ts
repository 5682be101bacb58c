import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { run, startApp } from "./support/app_process.ts";

const root = new URL("..", import.meta.url).pathname;
const PASSWORD = "correct horse battery";

/** A folder for one test, gone when it ends. */
function dataFolder() {
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  return {
    dataDir,
    [Symbol.asyncDispose]: () =>
      Deno.remove(root + dataDir, { recursive: true }),
  };
}

async function ran(
  args: string[],
  dataDir: string,
  input?: string,
): Promise<string> {
  const { code, out, err } = await run(args, { DATA_DIR: dataDir }, input);
  assert.equal(code, 0, err);
  return out.trim();
}

/** Waits until something holds that has to hold soon. */
async function until(holds: () => Promise<boolean>, what: string) {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`never: ${what}`);
}

/** The cookie of a new session at one of the servers. */
async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/sign-in`, {
    method: "POST",
    body: new URLSearchParams({ email, password: PASSWORD }),
    redirect: "manual",
  });
  await answer.body?.cancel();
  assert.equal(answer.status, 303);
  const [cookie] = answer.headers.getSetCookie();
  return cookie.split(";")[0];
}

async function post(
  url: string,
  cookie: string,
  fields: URLSearchParams,
): Promise<number> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { cookie },
    body: fields,
    redirect: "manual",
  });
  await answer.body?.cancel();
  return answer.status;
}

Deno.test("serve - an administrator's changes at one process apply to the other", async () => {
  await using folder = dataFolder();
  const env = {
    DATA_DIR: folder.dataDir,
    TRUSTED_PROXIES: "127.0.0.1",
    RATE_LIMIT_TEXT: "0",
    RATE_LIMIT_PAGES: "0",
  };
  await using a = await startApp(env);
  await using b = await startApp(env);
  const email = "root@example.net";
  await ran(["user", "add", email, "--admin"], folder.dataDir, PASSWORD + "\n");
  const cookie = await signIn(a.origin, email);

  // The session of one is good at the other at once.
  const overview = await fetch(`${b.origin}/admin`, { headers: { cookie } });
  assert.equal(overview.status, 200);
  assert.match(await overview.text(), /<h1>Administration<\/h1>/);

  const asClient = (origin: string, accept: string) =>
    fetch(origin, { headers: { "x-forwarded-for": "8.8.8.8", accept } });
  const homeOf = async (origin: string) =>
    await (await asClient(origin, "text/html")).text();

  // Everything but the organization, for guests.
  assert.match(await homeOf(b.origin), /Google LLC/);
  const form = await (await fetch(`${a.origin}/admin/fields`, {
    headers: { cookie },
  })).text();
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(input) ?? [];
    const [, value = "on"] = /value="([^"]*)"/.exec(input) ?? [];
    const isSent = !/type="checkbox"/.test(input) || /\bchecked\b/.test(input);
    if (name && isSent) fields.append(name, value);
  }
  fields.set("action", "fields");
  const hidden = [...fields.keys()].filter((name) =>
    /guest/.test(name) && /organization|isp/.test(name)
  );
  assert.equal(hidden.length, 2, [...fields.keys()].join(" "));
  for (const name of hidden) fields.delete(name);
  assert.equal(await post(`${a.origin}/admin/fields`, cookie, fields), 303);
  assert.doesNotMatch(await homeOf(a.origin), /Google LLC/);
  await until(
    async () => !(await homeOf(b.origin)).includes("Google LLC"),
    "the field is hidden at the other process",
  );

  // A ban.
  const ban = new URLSearchParams({
    action: "ban",
    cidr: "8.8.8.0/24",
    hours: "1",
    reason: "a test",
  });
  assert.equal(await post(`${a.origin}/admin/bans`, cookie, ban), 303);
  const isRefused = async (origin: string) => {
    const answer = await asClient(origin, "text/plain");
    const text = await answer.text();
    if (answer.status === 200) return false;
    assert.equal(answer.status, 403);
    assert.match(
      text,
      /^Your address is banned until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.\n$/,
    );
    return true;
  };
  assert.equal(await isRefused(a.origin), true);
  await until(() => isRefused(b.origin), "the ban holds at the other process");
});

Deno.test("serve - a locked store is 503 for V2 and nothing to the rest, and charges nothing", async () => {
  await using folder = dataFolder();
  await using server = await startApp({ DATA_DIR: folder.dataDir });
  const email = "one@example.net";
  await ran(["user", "add", email], folder.dataDir, PASSWORD + "\n");
  const token = await ran(["token", "create", email], folder.dataDir);
  const ask = (target = "8.8.8.8") =>
    fetch(`${server.origin}/api/v2/ip/${target}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const first = await ask();
  assert.equal(first.status, 200);
  assert.equal(first.headers.get("x-ratelimit-remaining"), "99");
  await first.body?.cancel();

  const file = new DatabaseSync(`${root}${folder.dataDir}/porthole.kv`, {
    timeout: 10_000,
  });
  file.exec("BEGIN IMMEDIATE");
  try {
    const late = ask();
    for (const path of ["/", "/api/jsonip", "/api/geoip/8.8.8.8"]) {
      const answer = await fetch(server.origin + path);
      assert.equal(answer.status, 200, path);
      await answer.body?.cancel();
    }
    const answer = await late;
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get("retry-after"), "5");
    assert.deepEqual(await answer.json(), {
      ok: false,
      error: {
        code: "SERVICE_UNAVAILABLE",
        message: "This is temporarily unavailable. Try again in a few seconds.",
      },
    });
  } finally {
    file.exec("ROLLBACK");
    file.close();
  }
  // What was not served is given back, though the commit may have gone through late.
  await until(async () => {
    const answer = await ask("nothing");
    await answer.body?.cancel();
    return answer.headers.get("x-ratelimit-remaining") === "99";
  }, "the charge is given back");
  const last = await ask();
  assert.equal(last.status, 200);
  assert.equal(last.headers.get("x-ratelimit-remaining"), "98");
  await last.body?.cancel();
});
