import type { OpenedAccounts } from "../../accounts/open.ts";
import type { CliContext, Commands } from "./command.ts";

type Context = Required<CliContext>;

/** The commands for users, tokens and bans. */
export const accountCommands: Commands = {
  "user add": {
    takes: 1,
    options: ["admin"],
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
    takes: 1,
    options: [],
    async run(context, [email]) {
      const { userPassword } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userPassword({ email }, accounts, asking(context)),
      );
    },
  },
  "user tier": {
    takes: 2,
    options: ["quota"],
    async run(context, [email, tier], { quota }) {
      const { userTier } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userTier({ email, tier, quota }, accounts),
      );
    },
  },
  "user admin": {
    takes: 1,
    options: ["off"],
    async run(context, [email], { off = false }) {
      const { userAdmin } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userAdmin({ email, isAdmin: !off }, accounts),
      );
    },
  },
  "user delete": {
    takes: 1,
    options: [],
    async run(context, [email]) {
      const { userDelete } = await import("./user.ts");
      await printing(
        context,
        ({ accounts }) => userDelete({ email }, accounts),
      );
    },
  },
  "token create": {
    takes: 1,
    options: ["name", "replace"],
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
    takes: 1,
    options: [],
    async run(context, [id]) {
      const { tokenRevoke } = await import("./token.ts");
      await printing(context, ({ tokens }) => tokenRevoke({ id }, tokens));
    },
  },
  "ban lift": {
    takes: 1,
    options: [],
    async run(context, [what]) {
      const [{ banLift }, { ManualBans }] = await Promise.all([
        import("./ban.ts"),
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
