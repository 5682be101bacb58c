import assert from "node:assert/strict";
import { type AppProcess, run, startApp } from "./support/app_process.ts";

const root = new URL("..", import.meta.url).pathname;

/** A folder for one test, gone when it ends. */
function dataFolder() {
  const dataDir = `./data/tests/${crypto.randomUUID()}`;
  return {
    dataDir,
    [Symbol.asyncDispose]: () =>
      Deno.remove(root + dataDir, { recursive: true }),
  };
}

/** Makes a free account on the command line and gives it a token. */
async function newToken(dataDir: string, email: string): Promise<string> {
  const env = { DATA_DIR: dataDir };
  const added = await run(["user", "add", email], env, "correct horse\n");
  assert.equal(added.code, 0, added.err);
  const { code, out, err } = await run(["token", "create", email], env);
  assert.equal(code, 0, err);
  return out.trim();
}

interface Outcomes {
  served: number;
  refused: number;
  /** Cut off with the process that was killed. */
  lost: number;
}

/** Asks V2 `count` times at once, in turn of each server. */
async function ask(
  servers: readonly AppProcess[],
  token: string,
  count: number,
): Promise<Outcomes> {
  const outcomes = { served: 0, refused: 0, lost: 0 };
  const one = async (i: number): Promise<void> => {
    const { origin } = servers[i % servers.length];
    try {
      const answer = await fetch(`${origin}/api/v2/ip/8.8.8.8`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { ok } = await answer.json();
      // If a busy machine locks the store for too long, nothing is charged.
      if (answer.status === 503) return await one(i);
      if (answer.status === 200 && ok === true) outcomes.served++;
      else if (answer.status === 429 && ok === false) outcomes.refused++;
      else assert.fail(`an answer of status ${answer.status}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      outcomes.lost++;
    }
  };
  await Promise.all(Array.from({ length: count }, (_, i) => one(i)));
  return outcomes;
}

async function remaining(server: AppProcess, token: string): Promise<string> {
  // A malformed target costs nothing and tells how the token stands.
  const answer = await fetch(`${server.origin}/api/v2/ip/nothing`, {
    headers: { "x-api-key": token },
  });
  assert.equal((await answer.json()).error.code, "INVALID_TARGET");
  return answer.headers.get("x-ratelimit-remaining") ?? "";
}

Deno.test("serve - a quota of 100 serves exactly 100 of a thousand concurrent requests", async () => {
  await using folder = dataFolder();
  const env = { DATA_DIR: folder.dataDir };
  await using server = await startApp(env);
  const token = await newToken(folder.dataDir, "one@example.net");
  assert.deepEqual(await ask([server], token, 1_000), {
    served: 100,
    refused: 900,
    lost: 0,
  });
  assert.equal(await remaining(server, token), "0");
});

Deno.test("serve - two processes on one store serve a quota exactly once", async () => {
  await using folder = dataFolder();
  const env = { DATA_DIR: folder.dataDir };
  await using a = await startApp(env);
  await using b = await startApp(env);
  const token = await newToken(folder.dataDir, "two@example.net");
  assert.deepEqual(await ask([a, b], token, 1_000), {
    served: 100,
    refused: 900,
    lost: 0,
  });
  assert.equal(await remaining(a, token), "0");
  assert.equal(await remaining(b, token), "0");
});

Deno.test("serve - killing a process loses only charges in flight", async () => {
  await using folder = dataFolder();
  const env = { DATA_DIR: folder.dataDir };
  await using a = await startApp(env);
  const b = await startApp(env);
  const token = await newToken(folder.dataDir, "three@example.net");
  let served = 0;
  let lost = 0;
  // Few at a time, so that there is something left when the end comes.
  for (let round = 0; round < 8; round++) {
    const asking = ask([a, b], token, 8);
    // Its end comes while some are under way.
    if (round === 3) await b.stop("SIGKILL");
    const outcomes = await asking;
    served += outcomes.served;
    lost += outcomes.lost;
  }
  assert(lost > 0, "the killed process answered everything");
  const left = Number(await remaining(a, token));
  const used = 100 - left;
  assert(used >= served, `${served} were served, ${used} were counted`);
  assert(used <= served + lost, `${served} and ${lost} lost, ${used} counted`);
  // What is left is served to the last, and no more.
  const { served: rest } = await ask([a], token, 200);
  assert.equal(rest, left);

  // The store opens again, and all is there.
  await a.stop("SIGKILL");
  await using again = await startApp(env);
  assert.equal(await remaining(again, token), "0");
  const users = await run(["user", "add", "three@example.net"], env, "x\n");
  assert.equal(users.code, 1, "the account is still there");
});
