import assert from "node:assert/strict";
import { runCli } from "../../lib/cli.ts";
import { ConfigError } from "../../lib/config.ts";

async function cli(args: string[], fault?: unknown) {
  let out = "";
  let err = "";
  const fail = () => Promise.reject(fault ?? new Error("not expected"));
  const code = await runCli(args, {
    version: "1.2.3",
    services: fail,
    lookupServices: fail,
    dataParts() {
      throw fault ?? new Error("not expected");
    },
    fetch: fail,
    out: (text) => out += text,
    err: (text) => err += text,
  });
  return { code, out, err };
}

Deno.test("runCli - --version", async () => {
  assert.deepEqual(await cli(["--version"]), {
    code: 0,
    out: "porthole 1.2.3\n",
    err: "",
  });
});

Deno.test("runCli - --help names every command", async () => {
  const { code, out } = await cli(["-h"]);
  assert.equal(code, 0);
  for (const command of ["serve", "lookup", "data status", "data update"]) {
    assert(out.includes(command));
  }
});

for (
  const [args, message] of [
    [["sing"], 'there is no command "sing"'],
    [["serve", "now"], "serve: unexpected or missing arguments"],
    [["serve", "--json"], "serve: unexpected or missing arguments"],
    [["serve", "--v2"], "serve: unexpected or missing arguments"],
    [["data"], "data: unexpected or missing arguments"],
    [["data", "upgrade"], "data: unexpected or missing arguments"],
    [["data", "status", "now"], "data: unexpected or missing arguments"],
    [["data", "update", "--json"], "data: unexpected or missing arguments"],
    [
      ["lookup", "8.8.8.8", "--force"],
      "lookup: unexpected or missing arguments",
    ],
    [["lookup"], "lookup: unexpected or missing arguments"],
  ] as const
) {
  Deno.test(`runCli - ${args.join(" ")} is wrong usage`, async () => {
    assert.deepEqual(await cli([...args]), {
      code: 2,
      out: "",
      err: `porthole: ${message}\nTry --help.\n`,
    });
  });
}

Deno.test("runCli - faults of the configuration are listed", async () => {
  const fault = new ConfigError([
    { variable: "A", message: "is odd" },
    { variable: "B", message: "is odder" },
  ]);
  assert.deepEqual(await cli([], fault), {
    code: 2,
    out: "",
    err: "porthole: the configuration has faults\n  A: is odd\n  B: is odder\n",
  });
});

Deno.test("runCli - a plain error is a sentence, a fault of the program has its stack", async () => {
  const plain = await cli(["serve"], new Error("Cannot open it."));
  assert.deepEqual(plain, {
    code: 1,
    out: "",
    err: "porthole: Cannot open it.\n",
  });
  const bug = await cli(["serve"], new TypeError("x is not a function"));
  assert.equal(bug.code, 1);
  assert.match(bug.err, /^porthole: TypeError: x is not a function\n\s+at /);
});
