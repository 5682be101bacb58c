import assert from "node:assert/strict";
import fc from "fast-check";
import { banLists, changeBans } from "../../../lib/admin/bans.ts";
import { Form } from "../../../lib/http/form.ts";
import type { NewBan } from "../../../lib/limits/manual_bans.ts";
import { formatCidr } from "../../../lib/net/cidr.ts";
import { ipv4FromValue } from "../../../lib/net/ip_address.ts";
import { assertRefused, inputRefusal } from "../accounts/fixture.ts";
import { cidr as block, ip } from "../../support/address.ts";
import { forAllAsync } from "../../support/for_all.ts";

const by = { name: "root@example.com", accountId: "1" };
const nowMs = 1_000_000;

/** Sends a form from `from`, and gives what was done by it. */
async function send(fields: Record<string, string>, from = "192.0.2.1") {
  const calls: unknown[][] = [];
  const note = (...call: unknown[]) => Promise.resolve(void calls.push(call));
  const done = await changeBans(
    {
      manualBans: {
        async add({ cidr, ...ban }: NewBan, actor) {
          await note("add", formatCidr(cidr), ban, actor);
          const { name: by } = actor;
          return { ...ban, cidr, id: "x", sinceMs: nowMs, by };
        },
        lift: (...args) => note("lift", ...args),
      },
      limits: {
        liftAutomaticBan: (...args) => note("liftAutomaticBan", ...args),
      },
    },
    new Form(new URLSearchParams(fields)),
    { by, from: ip(from), nowMs },
  );
  return { done, calls };
}

const ban = { action: "ban", cidr: "198.51.100.7", hours: "2", reason: "loud" };

const ADDRESS = "198.51.100.7/32";
const BLOCK = "198.51.100.0/24";
const mapped = "::ffff:198.51.100.0/120";
const v6 = { cidr: "2001:db8::/32", forever: "yes", hours: "x" };
const cases: [string, Partial<typeof ban>, string, hours: number][] = [
  ["an address for hours", {}, ADDRESS, 2],
  ["an address for an hour", { hours: "1" }, ADDRESS, 1],
  ["an address for ten years", { hours: "87600" }, ADDRESS, 87_600],
  ["a block, its host bits cleared", { cidr: " 198.51.100.7/24 " }, BLOCK, 2],
  ["a mapped block as the IPv4 it is", { cidr: mapped }, BLOCK, 2],
  ["a block for ever, whatever the hours say", v6, "2001:db8::/32", Infinity],
];
for (const [what, fields, block, hours] of cases) {
  Deno.test(`changeBans - bans ${what}`, async () => {
    const untilMs = hours === Infinity ? null : nowMs + hours * 3_600_000;
    assert.deepEqual(await send({ ...ban, ...fields }), {
      done: "banned",
      calls: [["add", block, { untilMs, reason: "loud" }, by]],
    });
  });
}

const REQUIRED = "field_required";
const UNKNOWN = "action_unknown";
const NO_BLOCK = "ban_block_malformed";
const NO_HOURS = { reason: "ban_hours_malformed", max: 87_600 } as const;
const TOO_LONG = { reason: "field_too_long", max: 200 } as const;

const rows = [
  [{ cidr: "" }, "cidr", REQUIRED],
  [{ cidr: "192.0.2" }, "cidr", NO_BLOCK],
  [{ cidr: "example.com" }, "cidr", NO_BLOCK],
  [{ cidr: "192.0.2.0/33" }, "cidr", NO_BLOCK],
  [{ cidr: "<b>192.0.2.0</b>" }, "cidr", NO_BLOCK],
  [{ hours: "" }, "hours", REQUIRED],
  [{ hours: "0" }, "hours", NO_HOURS],
  [{ hours: "-1" }, "hours", NO_HOURS],
  [{ hours: "1.5" }, "hours", NO_HOURS],
  [{ hours: "1e3" }, "hours", NO_HOURS],
  [{ hours: "87601" }, "hours", NO_HOURS],
  [{ reason: "" }, "reason", REQUIRED],
  [{ reason: "x".repeat(201) }, "reason", TOO_LONG],
  [{ action: "" }, "action", UNKNOWN],
  [{ action: "unban" }, "action", UNKNOWN],
] as const;
for (const [fields, field, params] of rows) {
  const [[name, value]] = Object.entries(fields);
  Deno.test(`changeBans - ${name} "${value.slice(0, 20)}" is refused`, async () => {
    const refusal = inputRefusal(field, params);
    await assertRefused(send({ ...ban, ...fields }), refusal);
  });
}

const samples = [
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.0.0/8"],
  ["192.0.2.1", "::ffff:192.0.2.0/120"],
  ["2001:db8::1", "2001:db8::/32"],
  ["192.0.2.1", "0.0.0.0/0"],
];
for (const [from, cidr] of samples) {
  Deno.test(`changeBans - ${cidr} cannot be banned from ${from}`, async () => {
    const own = { reason: "ban_of_own_address", ip: from } as const;
    await assertRefused(
      send({ ...ban, cidr }, from),
      inputRefusal("cidr", own),
    );
  });
}

Deno.test("changeBans - refuses a block with your own address", async () => {
  const address = fc.nat(2 ** 32 - 1).map(ipv4FromValue);
  await forAllAsync(
    [address, address, fc.nat(32)],
    async (own, other, bits) => {
      const cidr = `${other.text}/${bits}`;
      const outcome = await send({ ...ban, cidr }, own.text).then(
        ({ calls }) => calls.length,
        (error) => error.field,
      );
      const size = 2 ** (32 - bits);
      const isWithin = own.family === 4 && other.family === 4 &&
        Math.floor(own.value / size) === Math.floor(other.value / size);
      assert.equal(outcome, isWithin ? "cidr" : 1);
    },
  );
});

Deno.test("changeBans - lifts bans of both kinds", async () => {
  const client = "2001:db8::/64";
  const forms = [
    [{ action: "lift", ban: "abc" }, ["lift", "abc", by]],
    [{ action: "lift-automatic", client }, ["liftAutomaticBan", client, by]],
  ] as const;
  for (const [fields, call] of forms) {
    assert.deepEqual(await send(fields), { done: "lifted", calls: [call] });
  }
});

function manual(id: string, text: string, reason: string, by: string) {
  return { id, cidr: block(text), sinceMs: 1, untilMs: null, reason, by };
}

const bans = [
  manual("a", "192.0.2.0/24", "Scans", "root@example.com"),
  manual("b", "2001:db8::/32", "noise", "ann@example.com"),
];
const [V4, V6] = ["192.0.2.7", "2001:db8:1::/64"];

const services = {
  manualBans: { list: () => Promise.resolve(bans) },
  limits: {
    listAutomaticBans: () =>
      [V4, V6].map((client) => ({ client, sinceMs: 1, untilMs: 2 })),
  },
};

Deno.test("banLists - formats blocks", async () => {
  const { manual } = await banLists(services, { text: "", limit: 1 });
  const [{ cidr: _, ...ban }] = bans;
  assert.deepEqual(manual, [{ ...ban, block: "192.0.2.0/24" }]);
});

Deno.test("banLists - names the command line in the reader's language", async () => {
  const own = [{ ...bans[0], by: "command line" }];
  const { manual } = await banLists(
    { ...services, manualBans: { list: () => Promise.resolve(own) } },
    { text: "", limit: 1, language: "zh" },
  );
  assert.equal(manual[0].by, "命令行");
});

/** Searched in blocks, clients, reasons and actors; long lists are cut. */
const searches = [
  [" 192.0.2 ", 10, "a", [V4], [1, 1]],
  ["2001:DB8", 10, "b", [V6], [1, 1]],
  ["scans", 10, "a", [], [1, 0]],
  ["ann@", 10, "b", [], [1, 0]],
  ["", 1, "a", [V4], [2, 2]],
] as const;
for (const [text, limit, ids, clients, counts] of searches) {
  Deno.test(`banLists - of "${text}", up to ${limit}, with the full count`, async () => {
    const lists = await banLists(services, { text, limit });
    assert.equal(lists.manual.map(({ id }) => id).join(""), ids);
    assert.deepEqual(lists.automatic.map(({ client }) => client), clients);
    assert.deepEqual([lists.manualCount, lists.automaticCount], counts);
  });
}
