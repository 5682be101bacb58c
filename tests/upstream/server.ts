/** A server of a project folder, started as its `start` task does. */
export interface Server extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly origin: string;
}

const START_LIMIT_MS = 60_000;

/** @throws {Error} with the log if the server ends before it listens, or is not up in time */
export async function startServer(folder: string): Promise<Server> {
  const dataDir = `./data/tests/upstream-${crypto.randomUUID()}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--node-modules-dir=manual", "-P=serve", "main.ts"],
    cwd: folder,
    env: {
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: "127.0.0.1",
      DATA_UPDATE: "off",
      GEO_EDITION: "country",
      DNS_SERVERS: "127.0.0.1:9",
      NO_COLOR: "1",
    },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let log = "";
  const port = Promise.withResolvers<number>();
  const limit = setTimeout(
    () => port.reject(new Error(`no server after 60 s:\n${log}`)),
    START_LIMIT_MS,
  );
  const reading = (async () => {
    const decoded = child.stderr.pipeThrough(new TextDecoderStream());
    for await (const text of decoded) {
      log += text;
      const match = /listening url=\S*:(\d+)\//.exec(log.replaceAll('"', ""));
      if (match) port.resolve(Number(match[1]));
    }
    port.reject(new Error(`the server ended before it listened:\n${log}`));
  })();
  async function stop() {
    clearTimeout(limit);
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended by itself.
    }
    await Promise.all([child.status, reading]);
    await Deno.remove(`${folder}/${dataDir}`, { recursive: true })
      .catch(() => {});
  }
  try {
    const origin = `http://127.0.0.1:${await port.promise}`;
    clearTimeout(limit);
    return { origin, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
