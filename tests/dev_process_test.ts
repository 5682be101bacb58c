/** The dev server as `deno task dev` starts it. */
import assert from "node:assert/strict";

const root = new URL("../", import.meta.url);

Deno.test("dev_loop.ts - listens on HOST and PORT, and serves pages that reload", async () => {
  const dataDir = await Deno.makeTempDir();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "lib/app/build/dev_loop.ts"],
    cwd: root,
    env: {
      HOST: "127.0.0.2",
      PORT: "0",
      DATA_DIR: dataDir,
      GEO_EDITION: "country",
      DNS_SERVERS: "127.0.0.1:9",
      DATA_UPDATE: "off",
      NO_COLOR: "1",
    },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let log = "";
  let origin: string | undefined;
  const listening = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (
      const text of child.stderr.pipeThrough(new TextDecoderStream())
    ) {
      log += text;
      origin = /Listening on (http:\S+:\d+)\//.exec(log)?.[1];
      if (origin) listening.resolve();
    }
    listening.resolve();
  })();
  try {
    await listening.promise;
    assert.match(origin ?? log, /^http:\/\/127\.0\.0\.2:\d+$/);
    const response = await fetch(origin!, { headers: { accept: "text/html" } });
    assert.equal(response.status, 200);
    assert.match(await response.text(), /src="\/_fresh\/reload\.js"/);
  } finally {
    child.kill("SIGKILL");
    await child.status;
    // Until the processes that it has started end as well.
    await reading;
    await Deno.remove(dataDir, { recursive: true });
  }
});
