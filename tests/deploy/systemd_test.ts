import assert from "node:assert/strict";
import {
  deployFile,
  outcomeOf,
  programTest,
  replaced,
} from "./program_test_of.ts";

/** A folder with the unit, whose program is one that this machine has, and its drop-in. */
async function written(): Promise<{ folder: string; unit: string }> {
  const folder = await Deno.makeTempDir({ prefix: "units-" });
  const unit = `${folder}/porthole.service`;
  const text = await deployFile("porthole.service");
  await Deno.writeTextFile(
    unit,
    replaced(text, "=/usr/local/bin/deno ", `=${Deno.execPath()} `),
  );
  await Deno.mkdir(`${unit}.d`);
  await Deno.writeTextFile(
    `${unit}.d/dns.conf`,
    await deployFile("porthole-dns.conf"),
  );
  return { folder, unit };
}

programTest(
  "porthole.service - systemd has nothing to say against it",
  "systemd-analyze",
  async (analyze) => {
    const { folder, unit } = await written();
    const { code, output } = await outcomeOf(analyze, ["verify", unit]);
    assert.deepEqual([code, output], [0, ""]);
    await Deno.remove(folder, { recursive: true });
  },
);

programTest(
  "porthole.service - its exposure is at most 2.0 of 10",
  "systemd-analyze",
  async (analyze) => {
    const { folder, unit } = await written();
    const { code, output } = await outcomeOf(analyze, [
      ...["security", "--offline=true", "--threshold=20", unit],
    ]);
    assert.equal(code, 0, output);
    await Deno.remove(folder, { recursive: true });
  },
);

/** The command line of Deno in a file, on one line. */
async function denoLine(name: string): Promise<string> {
  const text = (await deployFile(name)).replaceAll(/\s*\\\n\s*/g, " ");
  return /\/(deno run .*? _server\/main\.mjs)/.exec(text)?.[1] ?? "";
}

Deno.test("porthole.service - runs what `deno task start` runs, with its data elsewhere", async () => {
  const { tasks } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  );
  const line = await denoLine("porthole.service");
  const own = [
    "--no-prompt",
    "--cached-only",
    "--allow-read=.,/etc/resolv.conf,/var/lib/porthole",
    "--allow-write=/var/lib/porthole",
  ];
  const words = line.split(" ").filter((word) => !own.includes(word));
  assert.equal(
    `DENO_NO_UPDATE_CHECK=1 ${words.join(" ")}`,
    tasks.start.command.replace("-q -A --no-config launch.ts ", ""),
  );
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
  const settings = (text: string) =>
    text.split("\n").filter((line) =>
      line.includes("Capabilit") && line[0] !== "#"
    );
  assert.deepEqual(settings(await deployFile("porthole.service")), [
    "CapabilityBoundingSet=",
  ]);
  assert.deepEqual(settings(await deployFile("porthole-dns.conf")), [
    "AmbientCapabilities=CAP_NET_BIND_SERVICE",
    "CapabilityBoundingSet=CAP_NET_BIND_SERVICE",
  ]);
});
