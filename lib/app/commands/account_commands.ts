import type { OpenedAccounts } from "../../accounts/open_accounts.ts";
import type { CliContext, Command, Commands, OptionValues } from "./command.ts";

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
    run: printing(
      async ({ accounts }, [email], { admin: isAdmin = false }, context) => {
        const { userAdd } = await import("./user.ts");
        return await userAdd({ email, isAdmin }, accounts, asking(context));
      },
    ),
  },
  "user password": {
    args: "EMAIL",
    summary: "set a new password",
    options: {},
    details:
      `The password is read from standard input, or asked for at a terminal.
`,
    run: printing(async ({ accounts }, [email], _, context) => {
      const { userPassword } = await import("./user.ts");
      return await userPassword({ email }, accounts, asking(context));
    }),
  },
  "user tier": {
    args: "EMAIL free|standard|vip",
    summary: "set the account's plan",
    options: {
      quota: "requests per month of each token (vip only)",
    },
    run: printing(async ({ accounts }, [email, tier], { quota }) => {
      const { userTier } = await import("./user.ts");
      return await userTier({ email, tier, quota }, accounts);
    }),
  },
  "user admin": {
    args: "EMAIL",
    summary: "make a member an administrator",
    options: {
      off: "remove administrator rights",
    },
    run: printing(async ({ accounts }, [email], { off = false }) => {
      const { userAdmin } = await import("./user.ts");
      return await userAdmin({ email, isAdmin: !off }, accounts);
    }),
  },
  "user delete": {
    args: "EMAIL",
    summary: "delete the account with its tokens and sessions",
    options: {},
    run: printing(async ({ accounts }, [email]) => {
      const { userDelete } = await import("./user.ts");
      return await userDelete({ email }, accounts);
    }),
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
    run: printing(
      async ({ accounts }, _args, { from, to, network, yes = false }) => {
        const { userDeleteMany } = await import("./user.ts");
        return await userDeleteMany(
          { from, to, network, isConfirmed: yes },
          accounts,
        );
      },
    ),
  },
  "token create": {
    args: "EMAIL",
    summary: "create an API token and print it once",
    options: {
      name: "name of the token",
      replace: "replace the existing token",
    },
    run: printing(
      async (accounts, [email], { name, replace = false }, { err }) => {
        const { tokenCreate } = await import("./token.ts");
        const created = await tokenCreate({ email, name, replace }, accounts);
        err(created.note);
        return created.text;
      },
    ),
  },
  "token revoke": {
    args: "ID",
    summary: "revoke an API token",
    options: {},
    run: printing(async ({ tokens }, [id]) => {
      const { tokenRevoke } = await import("./token.ts");
      return await tokenRevoke({ id }, tokens);
    }),
  },
  "ban lift": {
    args: "CIDR|ID",
    summary: "lift a manual ban",
    options: {},
    run: printing(async ({ deps }, [what]) => {
      const [{ banLift }, { ManualBans }] = await Promise.all([
        import("./token.ts"),
        import("../../limits/manual_bans.ts"),
      ]);
      return await banLift({ what }, new ManualBans(deps));
    }),
  },
};

/** A command that prints what `act` returns, and closes the store afterwards. */
function printing(
  act: (
    accounts: OpenedAccounts,
    args: readonly string[],
    values: OptionValues,
    context: Context,
  ) => Promise<string>,
): Command["run"] {
  return async (context, args, values) => {
    const accounts = await context.openAccounts();
    try {
      context.out(await act(accounts, args, values, context));
    } finally {
      accounts.close();
    }
  };
}

function asking({ stdin, err }: Context): () => Promise<string> {
  return async () => {
    const { readPassword } = await import("./password_input.ts");
    return await readPassword(stdin, err);
  };
}
