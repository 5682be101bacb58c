/** Runs the commands of the README, with the data in a folder outside the project. */
import assert from "node:assert/strict";
import manifest from "../deno.json" with { type: "json" };
import { createFeeds } from "../lib/data/feeds/catalogue.ts";
import { run as runProgram, startApp } from "./support/app_process.ts";
import { PASSWORD } from "./support/members.ts";
import { tempFolder } from "./support/temp_folder.ts";

const root = new URL("..", import.meta.url).pathname;

const START = [Deno.execPath(), "task", "-q", "start"];

/** How documents start Deno by npx. */
const NPX = `npx -y --prefer-offline deno@${Deno.version.deno}`;

/** The indented lines that are commands, each once. */
async function commands(): Promise<string[]> {
  const text = await Deno.readTextFile(`${root}README.md`);
  const lines = [...text.matchAll(/^ {4}((?:npx|deno|curl|docker) .*)$/gm)]
    .map(([, line]) => line);
  return [...new Set(lines)];
}

/** Runs `deno task start`, with the password on standard input. */
async function run(args: string[], env: Record<string, string>) {
  const { code, out, err } = await runProgram(args, env, `${PASSWORD}\n`, {
    program: START,
  });
  assert.equal(code, 0, err);
  return out + err;
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
  await using server = await startApp(env, { program: START }, []);
  for (const [command, expected] of Object.entries(outputs)) {
    const [program, ...words] = command.split(" ");
    const text = program === "curl"
      ? await (await fetch(words[0].replace("localhost:8000", server.origin)))
        .text()
      : await run(words.slice(2), env);
    assert.match(text, expected, command);
  }
  const file = `${folder}/x.tar`;
  assert.match(
    await run(["backup", file], { ...env, DATA_DIRR: "x" }),
    /^porthole: there is no variable DATA_DIRR: did you mean DATA_DIR\?\nBacked up /,
  );
  assert((await Deno.stat(file)).isFile);
  assert((await Deno.stat(`${env.DATA_DIR}/porthole.kv`)).isFile);
  assert.equal((await server.stop()).code, 0, server.log());
});
