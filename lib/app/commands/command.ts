import type { parseArgs } from "node:util";
import type { OpenedAccounts } from "../../accounts/open.ts";
import type { IpInfoServices } from "../services/ipinfo.ts";
import type { Services } from "../services/services.ts";
import type { DataDeps } from "./data.ts";
import type { PasswordSource } from "./password_input.ts";
import type { BuiltApp } from "./serve.ts";

/** What commands need from outside. Tests pass their own. */
export interface CliContext {
  version: string;
  services: () => Promise<Services>;
  /** For `lookup`. Opens no store, so it works while a server runs. */
  ipInfoServices: () => Promise<IpInfoServices>;
  /** For the data commands. */
  dataDeps: () => DataDeps;
  /** For the commands for users, tokens and bans: the store only. */
  openAccounts: () => Promise<OpenedAccounts>;
  built: () => Promise<BuiltApp>;
  out?: (text: string) => void;
  err?: (text: string) => void;
  stdin?: PasswordSource;
  /** Resolves when the process gets a signal to stop. */
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
  /** The number of arguments after its words. */
  takes: number;
  options: readonly (keyof typeof OPTIONS)[];
  /** Returns the exit status if it is not 0. */
  run(
    context: Required<CliContext>,
    args: readonly string[],
    values: Values,
  ): Promise<number | void>;
}

/**
 * Commands by their words. Each loads its own modules, which keeps a server's
 * memory small.
 */
export type Commands = Readonly<Record<string, Command>>;
