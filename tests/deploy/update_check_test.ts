import assert from "node:assert/strict";
import { join } from "node:path";
import manifest from "../../deno.json" with { type: "json" };
import { createFeeds } from "../../lib/data/feeds/catalogue.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { programTest, programTests } from "./program_test_of.ts";
import { hasNetworkNamespaces } from "../support/network_namespace.ts";

const root = new URL("../..", import.meta.url).pathname;

/** Deno asks dl.deno.land half a second after the start. */
const CHECK_DELAY_MS = 2_500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("tasks - no task lets Deno check for updates", () => {
  for (const [name, { command }] of Object.entries(manifest.tasks)) {
    const runs = command.match(/\bdeno run\b/g)?.length ?? 0;
    const quiet = command.match(/\bDENO_NO_UPDATE_CHECK=1 deno run\b/g) ?? [];
    assert.equal(quiet.length, runs, name);
  }
});

Deno.test("documents - every command that runs Deno disables its update check", async () => {
  const documents = ["README.md", "CONTRIBUTING.md"];
  for (const folder of ["docs", "deploy"]) {
    for await (const { name, isFile } of Deno.readDir(root + folder)) {
      if (isFile) documents.push(`${folder}/${name}`);
    }
  }
  for (const name of documents) {
    const text = await Deno.readTextFile(root + name);
    for (const [command] of text.matchAll(/^.*\bdeno run -.*$/gm)) {
      // Units and scripts set it for all that they run.
      const invocation = name.startsWith("deploy/") ? text : command;
      const before = text.slice(0, text.indexOf(command)).slice(-60);
      const isQuiet = (before + invocation).includes("DENO_NO_UPDATE_CHECK=1");
      assert(isQuiet, `${name}: ${command}`);
    }
  }
});

/** Nothing is downloaded. */
const OFFLINE = { DATA_UPDATE: "off" };

/**
 * Runs Deno as on a machine that is new to it, where nothing leads outside, and
 * stops it some time after it has written `ready`, or once it has asked if that
 * is sure to happen.
 *
 * @returns the addresses that it and its children tried to reach
 */
async function addressesAsked(
  strace: string,
  args: string[],
  ready: string,
  variables: Record<string, string>,
  isSure = false,
): Promise<string[]> {
  const dataDir = "./data/tests/update-check";
  await using cleanup = new AsyncDisposableStack();
  const { path: folder } = cleanup.use(await tempFolder());
  const remove = Deno.remove;
  cleanup.defer(() =>
    remove(join(root, dataDir), { recursive: true }).catch(() => {})
  );
  const cache = join(folder, "deno");
  await Deno.mkdir(cache);
  const usual = Deno.env.get("DENO_DIR") ??
    join(Deno.env.get("HOME") ?? "", ".cache/deno");
  for (const known of ["npm", "gen"]) {
    await Deno.symlink(join(usual, known), join(cache, known));
  }
  const trace = join(folder, "trace");
  const calls = "trace=connect,sendto,sendmsg,sendmmsg";
  const child = new Deno.Command("unshare", {
    args: [
      ...["--map-root-user", "--net", "sh", "-c"],
      // Where tests run it is often set.
      'ip link set lo up && unset DENO_NO_UPDATE_CHECK && exec "$@"',
      ...["sh", strace, "-D", "-f", "--seccomp-bpf", "-o", trace, "-e", calls],
      ...[Deno.execPath(), ...args],
    ],
    cwd: root,
    env: {
      DENO_DIR: cache,
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataDir,
      GEO_EDITION: "country",
      DNS_SERVERS: "127.0.0.1:9",
      ...variables,
    },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let written = "";
  const isReady = Promise.withResolvers<void>();
  const reading = (async () => {
    const texts = child.stderr.pipeThrough(new TextDecoderStream());
    for await (const text of texts) {
      written += text;
      if (written.includes(ready)) isReady.resolve();
    }
    isReady.reject(new Error(`it ended too early:\n${written}`));
  })();
  const ipv6Lines = async () => {
    const lines = (await Deno.readTextFile(trace)).split("\n");
    return lines.filter((line) => /AF_INET6?\b/.test(line));
  };
  await isReady.promise;
  if (isSure) { while ((await ipv6Lines()).length === 0) await pause(50); }
  else await pause(CHECK_DELAY_MS);
  child.kill("SIGTERM");
  await Promise.all([child.status, reading]);
  return await ipv6Lines();
}

const inNamespace = hasNetworkNamespaces();
const test = programTests("strace");

programTest(
  "start - contacts no server if DATA_UPDATE is off",
  "strace",
  async (strace, test) => {
    if (!inNamespace) return;
    await test.step("a Deno that is not told otherwise is seen to ask", async () => {
      const script = 'console.error("ready"); setInterval(() => {}, 1000);';
      const file = await Deno.makeTempFile({ suffix: ".ts" });
      await Deno.writeTextFile(file, script);
      const args = ["run", "-q", file];
      const asked = addressesAsked(strace, args, "ready", OFFLINE, true);
      const addresses = await asked;
      await Deno.remove(file);
      assert.notDeepEqual(addresses, []);
    });
    await test.step("deno task start", async () => {
      const args = ["task", "-q", "start"];
      const asked = addressesAsked(strace, args, "listening", OFFLINE);
      assert.deepEqual(await asked, []);
    });
  },
);

test.strace("start - contacts only the servers of the feeds by default", async (strace) => {
  if (!inNamespace) return;
  const urls = createFeeds({ now: Date.now, edition: "country" })
    .map(({ name }) =>
      name + (/^tor-/.test(name) ? `=http://127.0.0.1:2/${name}` : "=off")
    );
  // The log says so once the downloads have failed, because nobody listens on port 2.
  const addresses = await addressesAsked(
    strace,
    ["task", "-q", "start"],
    "2 of 2 feeds failed: no network?",
    // An empty variable counts as unset.
    { DATA_UPDATE: "", DATA_URLS: urls.join() },
  );
  assert.notEqual(addresses.length, 0);
  for (const line of addresses) {
    assert.match(line, /sin_port=htons\(2\), .*inet_addr\("127\.0\.0\.1"\)/);
  }
});
