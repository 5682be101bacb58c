import assert from "node:assert/strict";
import type { OpenedAccounts } from "../../../lib/app/services/accounts.ts";
import { Tokens } from "../../../lib/accounts/tokens/tokens.ts";
import { runCli } from "../../../lib/app/cli.ts";
import { ConfigError } from "../../../lib/core/errors.ts";
import { openFixture, random } from "../accounts/fixture.ts";
import samples from "./cli.json" with { type: "json" };

interface CliOptions {
  fault?: unknown;
  ipInfoServices?: Parameters<typeof runCli>[1]["ipInfoServices"];
  openAccounts?: () => Promise<OpenedAccounts>;
  /** Standard input. */
  input?: string;
}

async function cli(
  args: string[],
  { fault, ipInfoServices, openAccounts, input = "" }: CliOptions = {},
) {
  let out = "";
  let err = "";
  const fail = () => Promise.reject(fault ?? new Error("not expected"));
  const code = await runCli(args, {
    version: "1.2.3",
    services: fail,
    ipInfoServices: ipInfoServices ?? fail,
    dataDeps: fail,
    openAccounts: openAccounts ?? fail,
    stdin: {
      readable: ReadableStream.from([new TextEncoder().encode(input)]),
      isTerminal: () => false,
      setRaw() {},
    },
    built: fail,
    out: (text) => out += text,
    err: (text) => err += text,
  });
  return { code, out, err };
}

Deno.test("runCli - prints the version", async () => {
  assert.deepEqual(await cli(["--version"]), {
    code: 0,
    out: "porthole 1.2.3\n",
    err: "",
  });
});

Deno.test("runCli - lists every command in --help", async () => {
  const { code, out } = await cli(["-h"]);
  assert.equal(code, 0);
  const commands = samples.commands;
  for (const command of commands) {
    assert(out.includes(`\n  ${command} `), command);
  }
});

const cases = samples.wrongUsage as [string[], string, string][];
for (const [args, message, command] of cases) {
  Deno.test(`runCli - ${args.join(" ")} is wrong usage`, async () => {
    assert.deepEqual(await cli([...args]), {
      code: 2,
      out: "",
      err: `porthole: ${message}\nTry porthole ${
        command && `${command} `
      }--help.\n`,
    });
  });
}

Deno.test("runCli - prints the help of a command, and of a group", async () => {
  const { out: tier, ...rest } = await cli(["user", "tier", "--help"]);
  assert.deepEqual(rest, { code: 0, err: "" });
  assert.equal(
    tier,
    `Usage: porthole user tier [OPTIONS] EMAIL free|standard|vip

Set the account's plan.

Options:
  --quota N                 requests per month of each token (vip only)

Exit status: 0 success, 1 failure, 2 invalid usage or configuration.
`,
  );
  const group = await cli(["token", "-h"]);
  assert.equal(group.code, 0);
  assert.match(group.out, /^ {2}token create EMAIL {8}create an API token/m);
  assert.doesNotMatch(group.out, /^ {2}user /m);
});

Deno.test("runCli - lists all configuration errors", async () => {
  const fault = new ConfigError([
    { variable: "A", message: "is odd" },
    { variable: "B", message: "is odder" },
  ]);
  assert.deepEqual(await cli([], { fault }), {
    code: 2,
    out: "",
    err: "porthole: invalid configuration\n  A: is odd\n  B: is odder\n",
  });
});

Deno.test("runCli - prints the message of a plain error, and the stack of a bug", async () => {
  const plain = await cli(["serve"], { fault: new Error("Cannot open it.") });
  assert.deepEqual(plain, {
    code: 1,
    out: "",
    err: "porthole: Cannot open it.\n",
  });
  const bug = await cli(["serve"], {
    fault: new TypeError("x is not a function"),
  });
  assert.equal(bug.code, 1);
  assert.match(bug.err, /^porthole: TypeError: x is not a function\n\s+at /);
});

Deno.test("runCli - creates, changes and revokes users and tokens, and closes the store each time", async () => {
  using fixture = await openFixture();
  const { accounts, store, clock } = fixture;
  const now = () => clock.nowMs;
  const tokens = new Tokens({ store, now, random });
  let open = 0;
  const openAccounts = () => {
    open++;
    return Promise.resolve({
      accounts,
      tokens,
      deps: { store, now, random },
      close: () => void open--,
    });
  };
  const email = "ann@example.net";
  const good = async (args: string[], input?: string) => {
    const { code, out, err } = await cli(args, { openAccounts, input });
    assert.equal(code, 0, err);
    assert.equal(open, 0);
    return { out, err };
  };

  assert.deepEqual(
    await good(["user", "add", email, "--admin"], "correct horse\n"),
    { out: "ann@example.net is now an administrator.\n", err: "" },
  );
  assert.deepEqual(await good(["user", "password", email], "a new horse\n"), {
    out:
      "The password of ann@example.net has been changed, and all its sessions have ended.\n",
    err: "",
  });
  assert.deepEqual(await good(["user", "tier", email, "vip", "--quota", "5"]), {
    out:
      "ann@example.net is now on the vip plan, with 5 requests per month and token.\n",
    err: "",
  });
  const made = await good(["token", "create", email, "--name", "a"]);
  assert.match(made.out, /^ph_[\w-]{43}\n$/);
  const [, id] = /^Created token (\w+) for ann@example\.net\.\n$/
    .exec(made.err) ?? [];
  assert(id, made.err);
  await good(["token", "create", email, "--replace"]);
  const refused = await cli(["token", "revoke", id], { openAccounts });
  assert.deepEqual(refused, {
    code: 1,
    out: "",
    err: `porthole: There is no token ${id}.\n`,
  });
  assert.equal(open, 0);

  const other = "bob@example.net";
  await good(["user", "add", other], "correct horse\n");
  assert.deepEqual(await good(["user", "admin", other]), {
    out: "bob@example.net is now an administrator.\n",
    err: "",
  });
  assert.deepEqual(await good(["user", "admin", email, "--off"]), {
    out: "ann@example.net is no longer an administrator.\n",
    err: "",
  });
  assert.deepEqual(await good(["user", "delete", email]), {
    out:
      "The account of ann@example.net, its tokens and its sessions have been deleted.\n",
    err: "",
  });
  assert.deepEqual(await cli(["user", "delete", other], { openAccounts }), {
    code: 1,
    out: "",
    err:
      "porthole: This is the last administrator. Make another account an administrator first.\n",
  });
  assert.deepEqual(await cli(["ban", "lift", "192.0.2.1"], { openAccounts }), {
    code: 1,
    out: "",
    err: "porthole: There is no ban on 192.0.2.1.\n",
  });
  assert.equal(open, 0);
});

const MESSAGE =
  "The target must not contain spaces, control characters or any of / \\ ? # @.";
const JSON_LINE = JSON.stringify({
  ok: false,
  target: "a b",
  error: { code: "INVALID_TARGET", message: MESSAGE },
}) + "\n";
const asText = { out: /^$/, err: `porthole: a b: ${MESSAGE}\n` };
const asJson = { out: new RegExp(`^${RegExp.escape(JSON_LINE)}$`), err: "" };
const formats = [
  [[], asText],
  [["--format", "text"], asText],
  [["--json"], asJson],
  [["--format", "json"], asJson],
  [["--json", "--format", "json"], asJson],
  [["--format", "csv"], { out: /^target,ip,.*,error\r?\na b,,/, err: "" }],
] as const;
for (const [options, expected] of formats) {
  Deno.test(`runCli - the format of ${["lookup", ...options].join(" ")}`, async () => {
    const { code, out, err } = await cli(["lookup", ...options], {
      input: "a b\n",
      ipInfoServices: () => Promise.resolve({} as never),
    });
    assert.deepEqual([code, err], [1, expected.err]);
    assert.match(out, expected.out);
  });
}
