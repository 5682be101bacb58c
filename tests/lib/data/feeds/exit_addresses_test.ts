import assert from "node:assert/strict";
import fc from "fast-check";
import { parseExitAddresses } from "../../../../lib/data/feeds/exit_addresses.ts";
import { ipv4 } from "../../net/arbitraries.ts";
import { parsed } from "./downloads.ts";

Deno.test("parseExitAddresses - reads every address of a block and the newest time", async () => {
  const list = `ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E
Published 2026-11-20 17:00:00
LastStatus 2026-11-20 20:00:00
ExitAddress 192.0.2.1 2026-11-20 20:11:12
ExitAddress 192.0.2.2 2026-11-20 19:00:00
ExitNode 00240ECB2B535AA4C1E1874D744DFA6AA2E5A941
Published 2026-11-21 01:00:00
LastStatus 2026-11-21 02:00:00
ExitAddress 192.0.2.3 2026-11-20 01:00:00
`;
  assert.deepEqual(await parsed(parseExitAddresses, list), {
    entries: ["192.0.2.1", "192.0.2.2", "192.0.2.3"],
    builtAt: Date.UTC(2026, 10, 20, 20, 11, 12),
  });
});

Deno.test("parseExitAddresses - hands on lines of another kind, to be counted as unreadable", async () => {
  const list = "Too many requests\nExitAddress 192.0.2.1\n";
  assert.deepEqual(await parsed(parseExitAddresses, list), {
    entries: ["Too many requests", "ExitAddress 192.0.2.1"],
    builtAt: null,
  });
});

Deno.test("parseExitAddresses - finds the addresses and the newest time of any blocks", async () => {
  const exit = fc.record({
    ip: ipv4,
    seenAt: fc.integer({ min: 1, max: 2e9 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(exit, { minLength: 1 }), async (exits) => {
      const list = exits.map(({ ip, seenAt }) => {
        const [date, time] = new Date(seenAt * 1000).toISOString().split("T");
        return `ExitNode AB\nExitAddress ${ip.text} ${date} ${
          time.slice(0, 8)
        }\n`;
      }).join("");
      assert.deepEqual(await parsed(parseExitAddresses, list), {
        entries: exits.map(({ ip }) => ip.text),
        builtAt: Math.max(...exits.map(({ seenAt }) => seenAt)) * 1000,
      });
    }),
    { numRuns: 40 },
  );
});
