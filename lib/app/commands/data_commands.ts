import type { Commands } from "./command.ts";

/** The commands for downloaded data and for backups. */
export const dataCommands: Commands = {
  "data status": {
    args: "",
    summary: "list the data files with their age and licence",
    options: {
      json: "print JSON",
    },
    async run({ dataDeps, out }, _, { json = false }) {
      const { statusOf } = await import("./data.ts");
      out(await statusOf(dataDeps(), json));
    },
  },
  "data update": {
    args: "",
    summary: "download newer data; a running server reloads it",
    options: {
      only: "update only this feed; can be repeated",
      force: "download unchanged feeds, and accept smaller ones",
    },
    async run({ dataDeps, stopped, out, err }, _, { only, force = false }) {
      const { runUpdate } = await import("./data.ts");
      const controller = new AbortController();
      stopped().then(() => controller.abort());
      return await runUpdate(dataDeps(), {
        only,
        force,
        signal: controller.signal,
        out,
        err,
        terminal: Deno.stderr.isTerminal(),
      });
    },
  },
  "backup": {
    args: "FILE",
    summary: "write everything in DATA_DIR to an archive",
    options: {},
    details:
      `The archive contains accounts, tokens, counts, the DNS index and downloaded
data. FILE can be - for standard output.
`,
    async run({ dataDeps, err }, [file]) {
      const { backUp } = await import("./backup.ts");
      err(await backUp(file, dataDeps(), err));
    },
  },
  "restore": {
    args: "FILE",
    summary: "restore an archive while no server is running",
    options: {
      force: "replace the data in DATA_DIR",
    },
    details: `FILE can be - for standard input.
`,
    async run({ dataDeps, err }, [file], { force = false }) {
      const { restore } = await import("./backup.ts");
      err(await restore(file, dataDeps(), force));
    },
  },
};
