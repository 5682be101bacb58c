import assert from "node:assert/strict";
import { banLists } from "../../../lib/admin/ban_lists.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";

function manual(id: string, text: string, reason: string, by: string) {
  const cidr = parseCidr(text);
  assert(cidr);
  return { id, cidr, sinceMs: 1, untilMs: null, reason, by };
}

const bans = [
  manual("a", "192.0.2.0/24", "Scans", "root@example.com"),
  manual("b", "2001:db8::/32", "noise", "ann@example.com"),
];

const services = {
  manualBans: { list: () => Promise.resolve(bans) },
  limits: {
    automaticBans: () => [
      { client: "192.0.2.7", sinceMs: 1, untilMs: 2 },
      { client: "2001:db8:1::/64", sinceMs: 1, untilMs: 2 },
    ],
  },
};

async function found(text: string, limit = 10) {
  const lists = await banLists(services, { text, limit });
  return {
    manual: lists.manual.map(({ id }) => id).join(""),
    automatic: lists.automatic.map(({ client }) => client),
    counts: [lists.manualCount, lists.automaticCount],
  };
}

Deno.test("banLists - a block is written as text", async () => {
  const { manual } = await banLists(services, { text: "", limit: 1 });
  assert.deepEqual(manual, [{
    id: "a",
    block: "192.0.2.0/24",
    sinceMs: 1,
    untilMs: null,
    reason: "Scans",
    by: "root@example.com",
  }]);
});

Deno.test("banLists - blocks, clients, reasons and names are searched", async () => {
  const v4 = ["192.0.2.7"];
  const v6 = ["2001:db8:1::/64"];
  assert.deepEqual(await found(" 192.0.2 "), {
    manual: "a",
    automatic: v4,
    counts: [1, 1],
  });
  assert.deepEqual(await found("2001:DB8"), {
    manual: "b",
    automatic: v6,
    counts: [1, 1],
  });
  assert.deepEqual(await found("scans"), {
    manual: "a",
    automatic: [],
    counts: [1, 0],
  });
  assert.deepEqual(await found("ann@"), {
    manual: "b",
    automatic: [],
    counts: [1, 0],
  });
});

Deno.test("banLists - long lists are cut, and counted whole", async () => {
  assert.deepEqual(await found("", 1), {
    manual: "a",
    automatic: ["192.0.2.7"],
    counts: [2, 2],
  });
});
