import assert from "node:assert/strict";
import {
  RESTARTED,
  runAndRestart,
} from "../../../../lib/app/build/dev_loop.ts";

/** A script like `dev_process.ts`, which tells the test what it does. */
const script = (url: string) => `
const tell = async (text) => {
  await (await fetch("${url}", { method: "POST", body: text })).body?.cancel();
};
const input = Deno.stdin.readable.getReader();
const turn = input.read();
await tell(Deno.pid + " waits");
await turn;
const text = await Deno.readTextFile(new URL("source.ts", import.meta.url));
await tell(Deno.pid + " " + [text, ...Deno.args]);
if (text === "fails") Deno.exit(1);
await input.read();
Deno.exit();
`;

Deno.test("runAndRestart - runs the script again after each change, and has the next process ready", async () => {
  const folder = await Deno.makeTempDir();
  const waiting = new Set<string>();
  /** Texts by the process that has read them. */
  const ran = new Map<string, string>();
  let heard = Promise.withResolvers<void>();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (req) => {
      const [pid, text] = (await req.text()).split(" ");
      if (text === "waits") waiting.add(pid);
      else {
        waiting.delete(pid);
        ran.set(pid, text);
      }
      heard.resolve();
      return new Response();
    },
  );
  const until = async (isDone: () => boolean) => {
    while (!isDone()) {
      await heard.promise;
      heard = Promise.withResolvers();
    }
  };
  // At once, so that no process can read half of it.
  const write = async (text: string) => {
    await Deno.writeTextFile(`${folder}/half`, text);
    await Deno.rename(`${folder}/half`, `${folder}/source.ts`);
  };
  await write("first");
  const url = `http://127.0.0.1:${server.addr.port}/`;
  await Deno.writeTextFile(`${folder}/script.js`, script(url));
  const stop = new AbortController();
  const ended = runAndRestart({
    script: new URL(`file://${folder}/script.js`),
    sources: [folder],
    signal: stop.signal,
    spareAfterMs: 0,
  });
  try {
    for (const text of ["first", "second", "fails", "third"]) {
      if (text !== "first") await write(text);
      const expected = text === "first" ? text : `${text},${RESTARTED}`;
      await until(() => [...ran.values()].includes(expected));
      // The next one, before the change.
      await until(() => waiting.size > 0);
    }
  } finally {
    stop.abort();
    await ended;
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
  assert(ran.size >= 4);
});
