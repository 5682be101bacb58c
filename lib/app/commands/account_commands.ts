import type { OpenedAccounts } from "../../accounts/open_accounts.ts";
import type { CliContext, Commands } from "./command.ts";

type Context = Required<CliContext>;

/** The commands for users, tokens and bans. */
export const accountCommands: Commands = {
  "user add": {
    args: "EMAIL",
    summary: "create an account",
    options: {
      admin: "make the account an administrator",
    },
    details:
      `The password is read from standard input, or asked for at a terminal.
`,
    async run(context, [email], { admin: isAdmin = false }) {
      const { userAdd } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) =>
          userAdd({ email, isAdmin }, accounts, asking(context)),
      );
    },
  },
  "user password": {
    args: "EMAIL",
    summary: "set a new password",
    options: {},
    details:
      `The password is read from standard input, or asked for at a terminal.
`,
    async run(context, [email]) {
      const { userPassword } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userPassword({ email }, accounts, asking(context)),
      );
    },
  },
  "user tier": {
    args: "EMAIL free|standard|vip",
    summary: "set the account's plan",
    options: {
      quota: "requests per month of each token (vip only)",
    },
    async run(context, [email, tier], { quota }) {
      const { userTier } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userTier({ email, tier, quota }, accounts),
      );
    },
  },
  "user admin": {
    args: "EMAIL",
    summary: "make a member an administrator",
    options: {
      off: "remove administrator rights",
    },
    async run(context, [email], { off = false }) {
      const { userAdmin } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userAdmin({ email, isAdmin: !off }, accounts),
      );
    },
  },
  "user delete": {
    args: "EMAIL",
    summary: "delete the account with its tokens and sessions",
    options: {},
    async run(context, [email]) {
      const { userDelete } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userDelete({ email }, accounts),
      );
    },
  },
  "user delete-many": {
    args: "",
    summary: "delete the members who signed up at a time or in a network",
    options: {
      from: "first day of the sign-ups, in UTC",
      to: "last day of the sign-ups, in UTC",
      network: "network of the sign-ups of the last 30 days",
      yes: "delete them; without it, only list them",
    },
    details: `Administrators are never deleted.
`,
    async run(context, _args, { from, to, network, yes = false }) {
      const { userDeleteMany } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) =>
          userDeleteMany({ from, to, network, isConfirmed: yes }, accounts),
      );
    },
  },
  "token create": {
    args: "EMAIL",
    summary: "create an API token and print it once",
    options: {
      name: "name of the token",
      replace: "replace the existing token",
    },
    async run(context, [email], { name, replace = false }) {
      const { tokenCreate } = await import("./token.ts");
      await printing(context, async (accounts) => {
        const created = await tokenCreate({ email, name, replace }, accounts);
        context.err(created.note);
        return created.text;
      });
    },
  },
  "token revoke": {
    args: "ID",
    summary: "revoke an API token",
    options: {},
    async run(context, [id]) {
      const { tokenRevoke } = await import("./token.ts");
      await printing(context, ({ tokens }) => tokenRevoke({ id }, tokens));
    },
  },
  "ban lift": {
    args: "CIDR|ID",
    summary: "lift a manual ban",
    options: {},
    async run(context, [what]) {
      const [{ banLift }, { ManualBans }] = await Promise.all([
        import("./token.ts"),
        import("../../limits/manual_bans.ts"),
      ]);
      await printing(
        context,
        ({ deps }) => banLift({ what }, new ManualBans(deps)),
      );
    },
  },
};

/** Prints what `act` returns, and closes the store afterwards. */
async function printing(
  { openAccounts, out }: Context,
  act: (accounts: OpenedAccounts) => Promise<string>,
): Promise<void> {
  const accounts = await openAccounts();
  try {
    out(await act(accounts));
  } finally {
    accounts.close();
  }
}

function asking({ stdin, err }: Context): () => Promise<string> {
  return async () => {
    const { readPassword } = await import("./password_input.ts");
    return await readPassword(stdin, err);
  };
}
