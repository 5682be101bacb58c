/**
 * esbuild in tests. A process that is running when a test begins or ends would
 * count as its leak.
 */
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { stop } from "esbuild";
import type { App } from "fresh";
import { Builder } from "fresh/dev";
import { withDeadline } from "../../lib/core/deadline.ts";

const END_LIMIT_MS = 10_000;

const processes = new Map<ChildProcess, Promise<unknown>>();

subscribe("child_process", (message) => {
  const { process } = message as { process: ChildProcess };
  const closed = once(process, "close").finally(() =>
    processes.delete(process)
  );
  // Its caller gets the error if it cannot be started.
  processes.set(process, closed.catch(() => {}));
});

/** Ends esbuild's service and waits for its process, which `stop` does not do. */
export async function endEsbuild(): Promise<void> {
  await stop();
  for (const [process, closed] of processes) {
    if (!process.spawnfile.endsWith("esbuild")) continue;
    await withDeadline(END_LIMIT_MS, () => closed);
  }
}

/** A builder that leaves nothing running. */
export class EndingBuilder extends Builder {
  override async build(
    ...args: Parameters<Builder["build"]>
  ): ReturnType<Builder["build"]> {
    try {
      return await super.build(...args);
    } finally {
      await endEsbuild();
    }
  }

  override async listen<State>(
    importApp: () => Promise<{ app: App<State> } | App<State>>,
    options?: Deno.ServeTcpOptions,
  ): Promise<void> {
    try {
      await super.listen(importApp, options);
    } finally {
      await endEsbuild();
    }
  }
}
