import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { words } from "../support/tables.ts";
import { tempFolder } from "../support/temp_folder.ts";
import {
  deployFile,
  outcomeOf,
  programTest,
  replaced,
} from "./program_test_of.ts";

/** A folder with the unit, whose program is one that this machine has, and its drop-in. */
async function written() {
  const folder = await tempFolder("units-");
  const unit = `${folder.path}/porthole.service`;
  const own = `=${Deno.execPath()} `;
  const example = await deployFile("porthole.service");
  const text = replaced(example, "=/usr/local/bin/deno ", own);
  await Deno.writeTextFile(unit, text);
  await Deno.mkdir(`${unit}.d`);
  const dropIn = await deployFile("porthole-dns.conf");
  await Deno.writeTextFile(`${unit}.d/dns.conf`, dropIn);
  return { ...folder, unit };
}

programTest(
  "porthole.service - systemd has nothing to say against it",
  "systemd-analyze",
  async (analyze) => {
    await using folder = await written();
    const verified = await outcomeOf(analyze, ["verify", folder.unit]);
    assert.deepEqual(verified, { code: 0, output: "" });
  },
);

programTest(
  "porthole.service - its exposure is at most 2.0 of 10",
  "systemd-analyze",
  async (analyze) => {
    await using folder = await written();
    const args = ["security", "--offline=true", "--threshold=20", folder.unit];
    const { code, output } = await outcomeOf(analyze, args);
    assert.equal(code, 0, output);
  },
);

/** The command line of Deno in a file, on one line. */
async function denoLine(name: string): Promise<string> {
  const text = (await deployFile(name)).replaceAll(/\s*\\\n\s*/g, " ");
  return /\/(deno run .*? _server\/main\.mjs)/.exec(text)?.[1] ?? "";
}

Deno.test("porthole.service - runs what `deno task start` runs, with its data elsewhere", async () => {
  const line = await denoLine("porthole.service");
  const own = words`--no-prompt --cached-only --allow-write=/var/lib/porthole
    --allow-read=.,/etc/resolv.conf,/var/lib/porthole`;
  const shared = line.split(" ").filter((word) => !own.includes(word));
  const { command } = manifest.tasks.start;
  const start = command.replace("-q -A --no-config launch.ts ", "");
  assert.equal(`DENO_NO_UPDATE_CHECK=1 ${shared.join(" ")}`, start);
  assert.equal(await denoLine("porthole.sh"), line);
});

Deno.test("porthole.service - keeps data in the state directory", async () => {
  const unit = await deployFile("porthole.service");
  const script = await deployFile("porthole.sh");
  assert.match(unit, /^StateDirectory=porthole$/m);
  assert.match(unit, /^CacheDirectory=porthole$/m);
  for (const text of [unit, script]) {
    assert(text.includes("DATA_DIR=/var/lib/porthole "));
    assert(text.includes("DENO_DIR=/var/cache/porthole "));
  }
});

Deno.test("porthole.service - only the drop-in allows low ports", async () => {
  const settings = async (name: string) =>
    (await deployFile(name)).match(/^(?!#).*Capabilit.*$/gm);
  const none = ["CapabilityBoundingSet="];
  assert.deepEqual(await settings("porthole.service"), none);
  assert.deepEqual(await settings("porthole-dns.conf"), [
    "AmbientCapabilities=CAP_NET_BIND_SERVICE",
    "CapabilityBoundingSet=CAP_NET_BIND_SERVICE",
  ]);
});
