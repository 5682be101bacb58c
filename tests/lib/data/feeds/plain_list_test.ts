import assert from "node:assert/strict";
import { parsePlainList } from "../../../../lib/data/feeds/plain_list.ts";
import { parsed } from "./downloads.ts";

Deno.test("parsePlainList - reads entries behind the head of a FireHOL list, with its date", async () => {
  const list = `#
# firehol_example
#
# ipv4 hash:net ipset
#
# Maintainer      : Somebody
# Source File Date: Fri Nov 20 09:31:19 UTC 2026
# This File Date  : Fri Nov 20 09:40:00 UTC 2026
# Entries         : 2 subnets, 257 unique IPs
#
203.0.113.0/24
198.51.100.7
`;
  assert.deepEqual(await parsed(parsePlainList, list), {
    entries: ["203.0.113.0/24", "198.51.100.7"],
    builtAt: Date.UTC(2026, 10, 20, 9, 31, 19),
  });
});

Deno.test("parsePlainList - leaves out comments behind an entry", async () => {
  assert.deepEqual(
    await parsed(parsePlainList, "192.0.2.0/24 ; SBL1\r\n;x\n192.0.2.1# y\n"),
    { entries: ["192.0.2.0/24", "192.0.2.1"], builtAt: null },
  );
});

Deno.test("parsePlainList - has no date where the head has none that can be read", async () => {
  const list = "# Source File Date: the day before\n192.0.2.1\n";
  assert.equal((await parsed(parsePlainList, list)).builtAt, null);
});
