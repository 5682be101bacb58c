import type { ACCOUNT_ACTIONS } from "./account_actions.ts";
import type { Command, Commands } from "./command.ts";

const PASSWORD =
  `The password is read from standard input, or asked for at a terminal.
`;

export const accountCommands: Commands = {
  "user add": {
    args: "EMAIL",
    summary: "create an account",
    options: { admin: "make the account an administrator" },
    details: PASSWORD,
    run: printing("user add"),
  },
  "user password": {
    args: "EMAIL",
    summary: "set a new password",
    details: PASSWORD,
    run: printing("user password"),
  },
  "user tier": {
    args: "EMAIL free|standard|vip",
    summary: "set the account's plan",
    options: { quota: "requests per month of each token (vip only)" },
    run: printing("user tier"),
  },
  "user admin": {
    args: "EMAIL",
    summary: "make a member an administrator",
    options: { off: "remove administrator rights" },
    run: printing("user admin"),
  },
  "user delete": {
    args: "EMAIL",
    summary: "delete the account with its tokens and sessions",
    run: printing("user delete"),
  },
  "user delete-many": {
    summary: "delete the members who signed up at a time or in a network",
    options: {
      from: "first day of the sign-ups, in UTC",
      to: "last day of the sign-ups, in UTC",
      network: "network of the sign-ups of the last 30 days",
      yes: "delete them; without it, only list them",
    },
    details: `Administrators are never deleted.
`,
    run: printing("user delete-many"),
  },
  "token create": {
    args: "EMAIL",
    summary: "create an API token and print it once",
    options: {
      name: "name of the token",
      replace: "replace the existing token",
    },
    run: printing("token create"),
  },
  "token revoke": {
    args: "ID",
    summary: "revoke an API token",
    run: printing("token revoke"),
  },
  "ban lift": {
    args: "CIDR|ID",
    summary: "lift a manual ban",
    run: printing("ban lift"),
  },
};

/** Prints what a command returns, and closes the store afterwards. */
function printing(name: keyof typeof ACCOUNT_ACTIONS): Command["run"] {
  return async ({ openAccounts, stdin, out, err }, args, values) => {
    const { ACCOUNT_ACTIONS } = await import("./account_actions.ts");
    const opened = await openAccounts();
    try {
      const deps = { ...opened, stdin, err };
      out(await ACCOUNT_ACTIONS[name](deps, args, values));
    } finally {
      opened.close();
    }
  };
}
