import assert from "node:assert/strict";
import type { OpenedAccounts } from "../../../lib/app/services/accounts.ts";
import { Tokens } from "../../../lib/accounts/tokens/tokens.ts";
import { runCli } from "../../../lib/app/cli.ts";
import { ConfigError } from "../../../lib/core/errors.ts";
import { openFixture, random } from "../accounts/fixture.ts";
import samples from "./cli.json" with { type: "json" };

/** What the program prints; without a fault, nothing but the given parts is expected. */
async function cli(
  args: string[],
  { fault = new Error("not expected"), input = "", ...parts }: {
    fault?: Error;
    input?: string;
    ipInfoServices?: Parameters<typeof runCli>[1]["ipInfoServices"];
    openAccounts?: () => Promise<OpenedAccounts>;
  } = {},
) {
  let out = "";
  let err = "";
  const fail = () => Promise.reject(fault);
  const code = await runCli(args, {
    version: "1.2.3",
    services: fail,
    ipInfoServices: fail,
    dataDeps: fail,
    openAccounts: fail,
    stdin: {
      readable: ReadableStream.from([new TextEncoder().encode(input)]),
      isTerminal: () => false,
      setRaw() {},
    },
    built: fail,
    out: (text) => out += text,
    err: (text) => err += text,
    ...parts,
  });
  return { code, out, err };
}

const printed = (out: string) => ({ code: 0, out, err: "" });
const failed = (message: string, code = 1) => ({
  ...{ code, out: "", err: `porthole: ${message}\n` },
});

Deno.test("runCli - prints the version", async () =>
  assert.deepEqual(await cli(["--version"]), printed("porthole 1.2.3\n")));

Deno.test("runCli - lists every command in --help", async () => {
  const { code, out } = await cli(["-h"]);
  assert.equal(code, 0);
  for (const command of samples.commands) {
    assert(out.includes(`\n  ${command} `), command);
  }
});

const cases = samples.wrongUsage as [string[], string, string][];
for (const [args, message, command] of cases) {
  Deno.test(`runCli - ${args.join(" ")} is wrong usage`, async () => {
    const help = `porthole ${command && `${command} `}--help`;
    const wrong = failed(`${message}\nTry ${help}.`, 2);
    assert.deepEqual(await cli(args), wrong);
  });
}

Deno.test("runCli - prints the help of a command, and of a group", async () => {
  assert.deepEqual(
    await cli(["user", "tier", "--help"]),
    printed(
      `Usage: porthole user tier [OPTIONS] EMAIL free|standard|vip

Set the account's plan.

Options:
  --quota N                 requests per month of each token (vip only)

Exit status: 0 success, 1 failure, 2 invalid usage or configuration.
`,
    ),
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
  const message = "invalid configuration\n  A: is odd\n  B: is odder";
  assert.deepEqual(await cli([], { fault }), failed(message, 2));
});

Deno.test("runCli - prints the message of a plain error, and the stack of a bug", async () => {
  const outcome = await cli(["serve"], { fault: new Error("Cannot open it.") });
  assert.deepEqual(outcome, failed("Cannot open it."));
  const fault = new TypeError("x is not a function");
  const bug = await cli(["serve"], { fault });
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
  const run = async (args: string[], input?: string) => {
    const response = await cli(args, { openAccounts, input });
    assert.equal(open, 0);
    return response;
  };
  const [password, other] = ["correct horse\n", "bob@example.net"];
  const deleted =
    "The account of ann@example.net, its tokens and its sessions have been deleted.\n";
  const changed =
    "The password of ann@example.net has been changed, and all its sessions have ended.\n";
  const vip =
    "ann@example.net is now on the vip plan, with 5 requests per month and token.\n";
  const steps: [args: string[], out: string, input?: string][] = [
    [
      ["user", "add", email, "--admin"],
      "ann@example.net is now an administrator.\n",
      password,
    ],
    [["user", "password", email], changed, "a new horse\n"],
    [["user", "tier", email, "vip", "--quota", "5"], vip],
    [["user", "add", other], "bob@example.net is now a member.\n", password],
    [["user", "admin", other], "bob@example.net is now an administrator.\n"],
    [
      ["user", "admin", email, "--off"],
      "ann@example.net is no longer an administrator.\n",
    ],
  ];
  for (const [args, out, input] of steps) {
    assert.deepEqual(await run(args, input), printed(out));
  }
  const made = await run(["token", "create", email, "--name", "a"]);
  assert.equal(made.code, 0);
  assert.match(made.out, /^ph_[\w-]{43}\n$/);
  const [, id] = /^Created token (\w+) for ann@example\.net\.\n$/
    .exec(made.err) ?? [];
  assert(id, made.err);
  const replaced = await run(["token", "create", email, "--replace"]);
  assert.equal(replaced.code, 0, replaced.err);
  const revoked = await run(["token", "revoke", id]);
  assert.deepEqual(revoked, failed(`There is no token ${id}.`));
  assert.deepEqual(await run(["user", "delete", email]), printed(deleted));
  const last =
    "This is the last administrator. Make another account an administrator first.";
  assert.deepEqual(await run(["user", "delete", other]), failed(last));
  const found = await run(["ban", "lift", "192.0.2.1"]);
  assert.deepEqual(found, failed("There is no ban on 192.0.2.1."));
});

const MESSAGE =
  "The target must not contain spaces, control characters or any of / \\ ? # @.";
const error = { code: "INVALID_TARGET", message: MESSAGE };
const JSON_LINE = JSON.stringify({ ok: false, target: "a b", error }) + "\n";
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
