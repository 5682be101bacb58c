import assert from "node:assert/strict";
import manifest from "../../../../deno.json" with { type: "json" };
import {
  MEMORY_SETTINGS,
  memorySettingsFor,
} from "../../../../lib/app/launch/memory_settings.ts";
import { deployFile } from "../../../deploy/program_test_of.ts";

Deno.test("MEMORY_SETTINGS - other ways to start have them too", async () => {
  const settings = Object.entries(MEMORY_SETTINGS)
    .map(([name, value]) => `${name}=${value}`).join(" ");
  const lines = async (file: string) => (await deployFile(file)).split("\n");
  // A container may have far less memory than the machine that V8 goes by.
  assert((await lines("Dockerfile"))
    .includes(`ENV ${settings},--heap-growing-percent=25`));
  assert((await lines("porthole.service")).includes(`Environment=${settings}`));
  // A binary starts no process in which glibc's could be set.
  assert(manifest.tasks.compile.command
    .includes(` --v8-flags=${MEMORY_SETTINGS.DENO_V8_FLAGS} `));
});

Deno.test("memorySettingsFor - another V8 gets no flag that it may not know", () => {
  assert.equal(memorySettingsFor(Deno.version.v8), MEMORY_SETTINGS);
  for (const v8 of ["14.9.207.2-rusty", "16.0.1-rusty"]) {
    assert.deepEqual(memorySettingsFor(v8), {
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "262144",
      MALLOC_TRIM_THRESHOLD_: "8388608",
    });
  }
});
