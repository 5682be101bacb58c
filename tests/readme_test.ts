/** Runs the commands of the README, with the data in a folder outside the project. */
import assert from "node:assert/strict";
import manifest from "../deno.json" with { type: "json" };
import { createFeeds } from "../lib/data/feeds/catalogue.ts";
import { PASSWORD } from "./support/members.ts";
import { tempFolder } from "./support/temp_folder.ts";

const root = new URL("..", import.meta.url).pathname;

/** How documents start Deno by npx. */
const NPX = `npx -y --prefer-offline deno@${Deno.version.deno}`;

/** The indented lines that are commands, each once. */
async function commands(): Promise<string[]> {
  const text = await Deno.readTextFile(`${root}README.md`);
  const lines = [...text.matchAll(/^ {4}((?:npx|deno|curl|docker) .*)$/gm)]
    .map(([, line]) => line);
  return [...new Set(lines)];
}

function start(args: readonly string[], env: Record<string, string>) {
  return new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "start", ...args],
    cwd: root,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs a command to its end, with the password on standard input. */
async function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ out: string; err: string }> {
  const child = start(args, env);
  // A command that reads nothing may have ended before this.
  const typing = new Blob([`${PASSWORD}\n`]).stream().pipeTo(child.stdin)
    .catch(() => {});
  const [{ code, stdout, stderr }] = await Promise.all([
    child.output(),
    typing,
  ]);
  const decoder = new TextDecoder();
  const err = decoder.decode(stderr);
  assert.equal(code, 0, err);
  return { out: decoder.decode(stdout), err };
}

/** A server that `deno task start` runs; its origin is known once it listens. */
async function serve(env: Record<string, string>) {
  const child = start([], env);
  await child.stdin.close();
  let log = "";
  const origin = Promise.withResolvers<string>();
  const reading = (async () => {
    const texts = child.stderr.pipeThrough(new TextDecoderStream());
    for await (const text of texts) {
      log += text;
      const url = /listening url=(\S+)\//.exec(log.replaceAll('"', ""))?.[1];
      if (url !== undefined) origin.resolve(url);
    }
    origin.reject(new Error(`the server ended before it listened:\n${log}`));
  })();
  const drained = child.stdout.pipeTo(new WritableStream());
  return {
    origin: await origin.promise,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      const [{ code }] = await Promise.all([child.status, reading, drained]);
      assert.equal(code, 0, log);
    },
  };
}

Deno.test("README - its commands run, with data and a backup in any folder", async () => {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const feeds = createFeeds({ now: Date.now, edition: "country" });
  const env = {
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: `${folder}/data`,
    DATA_UPDATE: "off",
    DATA_URLS: feeds.map(({ name }) => `${name}=off`).join(),
    GEO_EDITION: "country",
    DNS_SERVERS: "127.0.0.1:9",
  };
  const outputs: Record<string, RegExp> = {
    "curl localhost:8000": /^127\.0\.0\.1\n$/,
    "curl localhost:8000/api/geoip/66.102.0.1": /"country_code":"US"/,
    "curl localhost:8000/api/v1/ip/81.2.69.142": /"asn":20712,/,
    "deno task start data update": /^0 feeds\.$/m,
    "deno task start data status": /^DB-IP country lite /m,
    "deno task start user add you@example.net --admin":
      /^you@example\.net is now an administrator\.$/m,
  };
  const all = await commands();
  const starting = [
    `${NPX} task start`,
    "deno task start",
  ];
  const testing = `${NPX} task test`;
  assert(Object.hasOwn(manifest.tasks, "test"));
  assert.deepEqual(
    all.toSorted(),
    [...Object.keys(outputs), ...starting, testing].toSorted(),
  );
  await using server = await serve(env);
  for (const [command, expected] of Object.entries(outputs)) {
    const [program, ...words] = command.split(" ");
    const text = program === "curl"
      ? await (await fetch(words[0].replace("localhost:8000", server.origin)))
        .text()
      : await run(words.slice(2), env).then(({ out, err }) => out + err);
    assert.match(text, expected, command);
  }
  const file = `${folder}/x.tar`;
  const { err } = await run(["backup", file], { ...env, DATA_DIRR: "x" });
  assert.match(
    err,
    /^porthole: there is no variable DATA_DIRR: did you mean DATA_DIR\?\nBacked up /,
  );
  assert((await Deno.stat(file)).isFile);
  assert((await Deno.stat(`${env.DATA_DIR}/porthole.kv`)).isFile);
});
