import type { parseArgs } from "node:util";
import type { OpenedAccounts } from "../../accounts/open.ts";
import type { IpInfoServices } from "../services/ipinfo.ts";
import type { Services } from "../services/services.ts";
import type { DataDeps } from "./data.ts";
import type { PasswordSource } from "./password_input.ts";
import type { BuiltApp } from "./serve.ts";

/** What the commands need from outside; a test passes its own. */
export interface CliContext {
  version: string;
  services: () => Promise<Services>;
  /** What `lookup` needs: no store, so that it runs beside a server. */
  ipInfoServices: () => Promise<IpInfoServices>;
  /** What the commands about data need. */
  dataDeps: () => DataDeps;
  /** What the commands about users, tokens and bans need: the store, and no data. */
  openAccounts: () => Promise<OpenedAccounts>;
  built: () => Promise<BuiltApp>;
  out?: (text: string) => void;
  err?: (text: string) => void;
  stdin?: PasswordSource;
  /** Resolves when the process is told to stop. */
  stopped?: () => Promise<string>;
}

export const OPTIONS = {
  json: { type: "boolean" },
  v2: { type: "boolean" },
  only: { type: "string", multiple: true },
  force: { type: "boolean" },
  admin: { type: "boolean" },
  off: { type: "boolean" },
  quota: { type: "string" },
  name: { type: "string" },
  replace: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>[
  "values"
];

export interface Command {
  /** Arguments behind its words. */
  takes: number;
  options: readonly (keyof typeof OPTIONS)[];
  /** Returns the exit status, where it is not 0. */
  run(
    context: Required<CliContext>,
    args: readonly string[],
    values: Values,
  ): Promise<number | void>;
}

/**
 * Commands by their words. What one of them alone needs is loaded by it: a
 * server that does not update data or make accounts on a command line is the
 * smaller for it.
 */
export type Commands = Readonly<Record<string, Command>>;
