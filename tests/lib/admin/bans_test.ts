import assert from "node:assert/strict";
import fc from "fast-check";
import { banLists, changeBans } from "../../../lib/admin/bans.ts";
import { Form } from "../../../lib/http/form.ts";
import type { NewBan } from "../../../lib/limits/manual_bans.ts";
import { formatCidr, parseCidr } from "../../../lib/net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  parseIp,
} from "../../../lib/net/ip_address.ts";
import { forAllAsync } from "../../support/for_all.ts";

const by = { name: "root@example.com", accountId: "1" };
const nowMs = 1_000_000;

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed);
  return parsed;
}

/** Sends a form from `from`, and gives what was done by it. */
async function send(fields: Record<string, string>, from = "192.0.2.1") {
  const calls: unknown[][] = [];
  const done = await changeBans(
    {
      manualBans: {
        add({ cidr, ...ban }: NewBan, actor) {
          calls.push(["add", formatCidr(cidr), ban, actor]);
          return Promise.resolve({
            ...ban,
            cidr,
            id: "x",
            sinceMs: nowMs,
            by: actor.name,
          });
        },
        lift(...args) {
          calls.push(["lift", ...args]);
          return Promise.resolve();
        },
      },
      limits: {
        liftAutomaticBan(...args) {
          calls.push(["liftAutomaticBan", ...args]);
          return Promise.resolve();
        },
      },
    },
    new Form(new URLSearchParams(fields)),
    { by, from: ip(from), nowMs },
  );
  return { done, calls };
}

const ban = { action: "ban", cidr: "198.51.100.7", hours: "2", reason: "loud" };

const cases = [
  ["an address for hours", ban, "198.51.100.7/32", nowMs + 7_200_000],
  [
    "an address for an hour",
    { ...ban, hours: "1" },
    "198.51.100.7/32",
    nowMs + 3_600_000,
  ],
  [
    "an address for ten years",
    { ...ban, hours: "87600" },
    "198.51.100.7/32",
    nowMs + 87_600 * 3_600_000,
  ],
  [
    "a block, its host bits cleared",
    { ...ban, cidr: " 198.51.100.7/24 " },
    "198.51.100.0/24",
    nowMs + 7_200_000,
  ],
  [
    "a mapped block as the IPv4 it is",
    { ...ban, cidr: "::ffff:198.51.100.0/120" },
    "198.51.100.0/24",
    nowMs + 7_200_000,
  ],
  [
    "an IPv6 block for ever, whatever the hours say",
    { ...ban, cidr: "2001:db8::/32", forever: "yes", hours: "x" },
    "2001:db8::/32",
    null,
  ],
] as const;
for (const [what, fields, block, untilMs] of cases) {
  Deno.test(`changeBans - bans ${what}`, async () => {
    assert.deepEqual(await send(fields), {
      done: "banned",
      calls: [["add", block, { untilMs, reason: "loud" }, by]],
    });
  });
}

const notABlock = { reason: "ban_block_malformed" };
const notHours = { reason: "ban_hours_malformed", max: 87_600 };

const rows = [
  [{ cidr: "" }, "cidr", { reason: "field_required" }],
  [{ cidr: "192.0.2" }, "cidr", notABlock],
  [{ cidr: "example.com" }, "cidr", notABlock],
  [{ cidr: "192.0.2.0/33" }, "cidr", notABlock],
  [{ cidr: "<b>192.0.2.0</b>" }, "cidr", notABlock],
  [{ hours: "" }, "hours", { reason: "field_required" }],
  [{ hours: "0" }, "hours", notHours],
  [{ hours: "-1" }, "hours", notHours],
  [{ hours: "1.5" }, "hours", notHours],
  [{ hours: "1e3" }, "hours", notHours],
  [{ hours: "87601" }, "hours", notHours],
  [{ reason: "" }, "reason", { reason: "field_required" }],
  [
    { reason: "x".repeat(201) },
    "reason",
    { reason: "field_too_long", max: 200 },
  ],
  [{ action: "" }, "action", { reason: "action_unknown" }],
  [{ action: "unban" }, "action", { reason: "action_unknown" }],
] as const;
for (const [fields, field, params] of rows) {
  const [[name, value]] = Object.entries(fields);
  Deno.test(`changeBans - ${name} "${value.slice(0, 20)}" is refused`, async () => {
    await assert.rejects(send({ ...ban, ...fields }), {
      name: "InputError",
      status: 400,
      field,
      params,
    });
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
    await assert.rejects(send({ ...ban, cidr }, from), {
      name: "InputError",
      status: 400,
      field: "cidr",
      params: { reason: "ban_of_own_address", ip: from },
    });
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
  assert.deepEqual(await send({ action: "lift", ban: "abc" }), {
    done: "lifted",
    calls: [["lift", "abc", by]],
  });
  assert.deepEqual(
    await send({ action: "lift-automatic", client: "2001:db8::/64" }),
    { done: "lifted", calls: [["liftAutomaticBan", "2001:db8::/64", by]] },
  );
});

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
    listAutomaticBans: () => [
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

Deno.test("banLists - formats blocks", async () => {
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

Deno.test("banLists - names the command line in the reader's language", async () => {
  const [ban] = await services.manualBans.list();
  const manualBans = {
    list: () => Promise.resolve([{ ...ban, by: "command line" }]),
  };
  const { manual } = await banLists(
    { ...services, manualBans },
    { text: "", limit: 1, language: "zh" },
  );
  assert.equal(manual[0].by, "命令行");
});

Deno.test("banLists - searches blocks, clients, reasons and actors", async () => {
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

Deno.test("banLists - long lists are cut, with the full count", async () => {
  assert.deepEqual(await found("", 1), {
    manual: "a",
    automatic: ["192.0.2.7"],
    counts: [2, 2],
  });
});
