import assert from "node:assert/strict";
import { UsageError } from "../../../../lib/app/commands/output.ts";
import { watch, type WatchOptions } from "../../../../lib/app/watch/watch.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { runProgram } from "../../../../lib/app/watch/change_actions.ts";

const V4 = "66.102.0.1";
const V6 = "2001:4860:4860::8888";
const AT = Date.UTC(2026, 10, 22, 12);
const NOBODY = ["http://127.0.0.1:9/"];

const output = (out: string) => ({ code: 0, out, err: "" });
const failure = (message: string, out = "") => ({
  ...{ code: 1, out, err: `porthole: ${message}\n` },
});

function serving(
  hostname: "127.0.0.1" | "::1",
  respond: (request: Request) => Response | Promise<Response>,
) {
  const server = Deno.serve({ hostname, port: 0, onListen() {} }, respond);
  const host = hostname === "::1" ? "[::1]" : hostname;
  return {
    url: `http://${host}:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function run(
  options: WatchOptions,
  { program = [], controller = new AbortController(), sleep }: {
    program?: string[];
    controller?: AbortController;
    sleep?: () => Promise<void>;
  } = {},
) {
  let out = "";
  let err = "";
  const code = await watch(program, { once: true, ...options }, {
    out: (text) => out += text,
    err: (text) => err += text,
    signal: controller.signal,
    now: () => AT,
    random: () => 0,
    sleep,
  });
  return { code, out, err };
}

Deno.test("watch - asks over IPv4 and IPv6, runs the program, calls the webhook and remembers", async () => {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const state = `${folder}/state.json`;
  const acceptHeaders: (string | null)[] = [];
  const posted: unknown[] = [];
  let status = 200;
  await using v4 = serving("127.0.0.1", ({ headers }) => {
    acceptHeaders.push(headers.get("accept"));
    return new Response(`${V4}\n`);
  });
  await using v6 = serving("::1", () => new Response(V6));
  await using hook = serving("127.0.0.1", async (request) => {
    const type = request.headers.get("content-type");
    posted.push([request.method, type, await request.json()]);
    return new Response(null, { status, headers: { location: v4.url } });
  });
  const options = { server: [v4.url, v6.url], webhook: hook.url, state };
  const script =
    `echo "$@ $PORTHOLE_ADDRESS $PORTHOLE_FAMILY <$PORTHOLE_PREVIOUS>" >> ${folder}/$2`;
  const program = ["sh", "-c", script, "sh"];

  const { code, out, err } = await run(options, { program });
  assert.equal(code, 0, err);
  const lines = out.trimEnd().split("\n").toSorted();
  assert.deepEqual(lines, [`IPv4 ${V4} -`, `IPv6 ${V6} -`]);
  assert.deepEqual(acceptHeaders, ["text/plain"]);
  const ran = (family: number) => Deno.readTextFile(`${folder}/${family}`);
  assert.equal(await ran(4), `${V4} 4 ${V4} 4 <>\n`);
  assert.equal(await ran(6), `${V6} 6 ${V6} 6 <>\n`);
  const body = { previous: null, at: "2026-11-22T12:00:00.000Z" };
  const sent = [[4, V4], [6, V6]].map(([family, address]) =>
    JSON.stringify(["POST", "application/json", { family, address, ...body }])
  );
  assert.deepEqual(posted.map((post) => JSON.stringify(post)).sort(), sent);

  // Nothing has changed.
  const again = await run(options, { program });
  assert.deepEqual([again.code, again.out], [0, ""]);
  assert.equal(posted.length, 2);

  // A redirect of the webhook is a failure, and is tried again the next time.
  await Deno.writeTextFile(state, JSON.stringify({ ipv4: "66.102.0.9" }));
  status = 307;
  const failed = await run({ ...options, family: "4", json: true });
  const change = `{"family":4,"address":"${V4}","previous":"66.102.0.9"}\n`;
  const message = "IPv4: the webhook responded with 307";
  assert.deepEqual(failed, failure(message, change));
  const kept = JSON.parse(await Deno.readTextFile(state));
  assert.deepEqual(kept, { ipv4: "66.102.0.9" });
});

Deno.test("watch - says why no server said the address", async () => {
  await using server = serving("127.0.0.1", ({ url }) => {
    const path = new URL(url).pathname;
    if (path === "/busy") return new Response("later", { status: 429 });
    if (path === "/page") return new Response("<html>");
    if (path === "/long") return new Response("1".repeat(300));
    return new Response(path === "/six" ? V6 : "192.168.1.2");
  });
  const { host } = new URL(server.url);
  const paths = ["busy", "page", "long", "six", "inner"];
  const messages = [
    "the server responded with 429",
    "the response is not an address",
    "the response is over 256 bytes",
    "the response is not an IPv4 address",
    "192.168.1.2 is not a public address",
  ].map((message) => `${host}: ${message}`).join("; ");
  assert.deepEqual(
    await run({ server: paths.map((path) => server.url + path), family: "4" }),
    failure(`IPv4: ${messages}`),
  );
  // The server has no address of this family.
  const found = await run({ server: [server.url], family: "6" });
  assert.deepEqual(found, failure(`IPv6: ${host}: the server did not respond`));
});

Deno.test("watch - ends on a signal with 0, in a request, in a program and in between", async () => {
  let controller = new AbortController();
  await using server = serving("127.0.0.1", () => {
    controller.abort();
    return new Response(V4);
  });
  const options = { once: false, server: [server.url], family: "4" };
  assert.deepEqual(await run(options, { controller }), output(""));

  await using good = serving("127.0.0.1", () => new Response(V4));
  options.server = [good.url];
  controller = new AbortController();
  const sleep = () => Promise.resolve(controller.abort());
  const printed = output(`IPv4 ${V4} -\n`);
  assert.deepEqual(await run(options, { controller, sleep }), printed);

  controller = new AbortController();
  // The program itself causes the signal, so it runs when it comes.
  await using hook = serving("127.0.0.1", () => {
    controller.abort();
    return new Response();
  });
  const script =
    `await fetch("${hook.url}"); await new Promise((r) => setTimeout(r, 1e9));`;
  const program = [Deno.execPath(), "eval", script];
  assert.deepEqual(await run(options, { controller, program }), printed);
});

Deno.test("runProgram - ends a program that runs for too long, and names one that fails", async () => {
  const change = { family: 4, address: V4, previous: null } as const;
  const { signal } = new AbortController();
  const outcome = (...program: string[]) =>
    runProgram(program, { timeoutMs: 1, graceMs: 1 })(change, signal);
  // It does not heed SIGTERM once its shell has come that far.
  const stubborn = outcome(
    "sh",
    "-c",
    'trap "" TERM; while :; do sleep 1; done',
  );
  const late = new Error("sh ran for more than 0.001 seconds");
  await assert.rejects(stubborn, late);
  const nowhere = /^Error: \/nowhere\/porthole-test was not found$/;
  await assert.rejects(outcome("/nowhere/porthole-test"), nowhere);
  const failing = runProgram(["sh", "-c", "exit 3"])(change, signal);
  await assert.rejects(failing, new Error("sh exited with 3"));
});

Deno.test("watch - refuses wrong options, and a state file that is something else", async () => {
  const server = NOBODY;
  const [noUrl, noInterval] = [
    "--server must be an http or https URL",
    "--interval must be a whole number from 30 to 86400",
  ];
  const noWebhook =
    "--webhook must be an https URL, or an http URL on this machine";
  const cases: [options: WatchOptions, message: string][] = [
    [{}, "watch: missing --server"],
    [{ server: ["ftp://a"] }, noUrl],
    [{ server: ["https://u:p@a.example"] }, noUrl],
    [{ server, family: "5" }, "--family must be 4 or 6"],
    [{ server, interval: "29" }, noInterval],
    [{ server, interval: "1e3" }, noInterval],
    [{ server, webhook: "http://127.0.0.1.example/" }, noWebhook],
  ];
  for (const [options, message] of cases) {
    await assert.rejects(run(options), new UsageError(message));
  }
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "root:x:0:0\n");
  const error = new Error(`${path} is not a state file of watch.`);
  await assert.rejects(run({ server, state: path }), error);
  await Deno.remove(path);
});

Deno.test({
  name: "watch - says that it may not run programs, before it asks",
  permissions: { run: false },
  async fn() {
    const watching = run({ server: NOBODY }, { program: ["true"] });
    const message =
      'watch may not run true; use "deno task watch", or --webhook';
    await assert.rejects(watching, new UsageError(message));
  },
});
