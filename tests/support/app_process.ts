/** A Porthole server in a separate process, with its own data folder. */

import { BUNDLE } from "../../lib/app/build/build_state.ts";

const root = new URL("../..", import.meta.url).pathname;

export interface AppProcess extends AsyncDisposable {
  /** Origin of the server, without a slash at the end. */
  origin: string;
  port: number;
  child: Deno.ChildProcess;
  /** The output on standard error so far. */
  log(): string;
  /** Sends a signal and waits for the end. */
  stop(signal?: Deno.Signal): Promise<Deno.CommandStatus>;
}

/** Limits and other settings of a process. */
export interface ProcessLimits {
  fileDescriptors?: number;
  /** Largest file it may write, in KiB: writing more fails as on a full disk. */
  fileKib?: number;
  /**
   * Size of the file system that only the process sees in `DATA_DIR`, in KiB. It
   * begins with a copy of the folder. From outside it is below `/proc/PID/root`.
   */
  diskKib?: number;
  /** The project to run, without a slash at the end; by default this one. */
  folder?: string;
  /** What to run in it; by default the bundle, which starts in half the time of the sources. */
  entry?: string;
  /** The program and its first arguments, instead of Deno with the entry. */
  program?: readonly string[];
}

/** Runs the bundle, or another entry, with the permissions of the `start` task. */
export function command(
  args: string[],
  env: Record<string, string> = {},
  {
    fileDescriptors,
    fileKib,
    diskKib,
    folder = root,
    entry = BUNDLE,
    program,
  }: ProcessLimits = {},
  stdin: "null" | "piped" = "null",
): Deno.Command {
  const line = [
    ...program ??
      [Deno.execPath(), "run", "-q", "--node-modules-dir=manual", "-P=serve"]
        .concat(entry),
    ...args,
  ];
  const limits = [
    fileDescriptors && `ulimit -n ${fileDescriptors};`,
    // Without the trap the signal would end the process.
    fileKib && `trap "" XFSZ; ulimit -f ${fileKib};`,
    // The working folder stays the one below the file system.
    diskKib && `set -e; project=$PWD; cd "$DATA_DIR";
      mount -t tmpfs -o size=${diskKib}k tmpfs "$PWD"; cp -a . "$PWD";
      cd "$project";`,
  ].filter(Boolean);
  const limited = limits.length > 0
    ? [
      ...diskKib ? ["unshare", "--map-root-user", "--mount"] : [],
      ...["bash", "-c", `${limits.join(" ")} exec "$@"`, "bash", ...line],
    ]
    : line;
  return new Deno.Command(limited[0], {
    args: limited.slice(1),
    cwd: folder,
    // No downloads, unless a test configures their source.
    env: { DATA_UPDATE: "off", ...env },
    stdin,
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs the bundle, or what the limits say, to its end, with `input` on standard input. */
export async function run(
  args: string[],
  env: Record<string, string> = {},
  input: BlobPart = "",
  limits: ProcessLimits = {},
): Promise<{ code: number; out: string; err: string }> {
  const child = command(args, env, limits, "piped").spawn();
  // A command that reads nothing may have ended before this.
  const typing = new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
  const [{ code, stdout, stderr }] = await Promise.all([
    child.output(),
    typing,
  ]);
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/**
 * Starts the server on a free port. Resolves once it has logged `listening`.
 * @param args what starts it, by the program of the limits
 */
export async function startApp(
  env: Record<string, string> = {},
  limits: ProcessLimits = {},
  args = ["serve"],
): Promise<AppProcess> {
  // Below ./data, where the permissions allow writing.
  const dataDir = env.DATA_DIR ?? `./data/tests/${crypto.randomUUID()}`;
  const child = command(args, {
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: dataDir,
    GEO_EDITION: "country",
    DNS_SERVERS: "127.0.0.1:9",
    ...env,
  }, limits).spawn();
  let log = "";
  const port = Promise.withResolvers<number>();
  const reading = (async () => {
    for await (
      const text of child.stderr.pipeThrough(new TextDecoderStream())
    ) {
      log += text;
      const match = /listening url=\S*:(\d+)\//.exec(log.replaceAll('"', ""));
      if (match) port.resolve(Number(match[1]));
    }
    port.reject(new Error(`the server ended before it listened:\n${log}`));
  })();
  const drained = child.stdout.pipeTo(new WritableStream());
  let ended: Promise<Deno.CommandStatus> | undefined;

  function stop(signal: Deno.Signal = "SIGTERM") {
    ended ??= (async () => {
      child.kill(signal);
      const status = await child.status;
      await Promise.all([reading, drained]);
      return status;
    })();
    return ended;
  }

  const bound = await port.promise;
  return {
    origin: `http://127.0.0.1:${bound}`,
    port: bound,
    child,
    log: () => log,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (!env.DATA_DIR) {
        await Deno.remove(`${limits.folder ?? root}/${dataDir}`, {
          recursive: true,
        });
      }
    },
  };
}
