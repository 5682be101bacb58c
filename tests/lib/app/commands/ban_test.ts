import assert from "node:assert/strict";
import { Audit } from "../../../../lib/store/audit.ts";
import { banLift } from "../../../../lib/app/commands/ban.ts";
import { ManualBans } from "../../../../lib/limits/manual_bans.ts";
import { parseCidr } from "../../../../lib/net/cidr.ts";
import {
  ADMIN,
  openFixture,
  random,
  START_MS,
} from "../../accounts/fixture.ts";

async function openBans(...blocks: string[]) {
  const fixture = await openFixture();
  const now = () => fixture.clock.nowMs;
  const bans = new ManualBans({ store: fixture.store, now, random });
  const ids: string[] = [];
  for (const block of blocks) {
    const cidr = parseCidr(block);
    assert(cidr, block);
    const wish = { cidr, untilMs: null, reason: "a slip" };
    ids.push((await bans.add(wish, ADMIN)).id);
  }
  fixture.clock.nowMs++;
  return {
    ...fixture,
    bans,
    ids,
    audit: new Audit({ store: fixture.store, now }),
  };
}

for (
  const [block, what] of [
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["192.0.2.7/32", "192.0.2.7"],
    ["192.0.2.7/32", "::ffff:192.0.2.7"],
    ["2001:db8::/32", "2001:DB8:0::/32"],
  ]
) {
  Deno.test(`banLift - ${what} lifts the ban of ${block}, and is recorded`, async () => {
    using fixture = await openBans("198.51.100.0/24", block);
    assert.equal(
      await banLift({ what }, fixture.bans),
      `The ban on ${block} has been lifted.\n`,
    );
    assert.deepEqual((await fixture.bans.list()).map(({ id }) => id), [
      fixture.ids[0],
    ]);
    const { entries } = await fixture.audit.list({ before: null, limit: 1 });
    assert.deepEqual(entries, [{
      atMs: START_MS + 1,
      actor: "command line",
      actorId: null,
      action: "ban.lift",
      subject: block,
      detail: {
        code: "manual-ban",
        params: { untilMs: null, reason: "a slip" },
      },
    }]);
  });
}

Deno.test("banLift - accepts the id of a ban", async () => {
  using fixture = await openBans("192.0.2.0/24");
  assert.equal(
    await banLift({ what: fixture.ids[0] }, fixture.bans),
    "The ban on 192.0.2.0/24 has been lifted.\n",
  );
  assert.deepEqual(await fixture.bans.list(), []);
});

for (
  const [what, message] of [
    [
      "192.0.2.7",
      "192.0.2.7 is covered by the ban on 192.0.2.0/24. Lift that ban instead.",
    ],
    ["192.0.2.0/23", "There is no ban on 192.0.2.0/23."],
    ["198.51.100.1", "There is no ban on 198.51.100.1."],
    ["nonsense", "There is no ban on nonsense."],
  ]
) {
  Deno.test(`banLift - ${what} is an error: ${message}`, async () => {
    using fixture = await openBans("192.0.2.0/24");
    await assert.rejects(banLift({ what }, fixture.bans), {
      name: "Error",
      message,
    });
    assert.equal((await fixture.bans.list()).length, 1);
  });
}
