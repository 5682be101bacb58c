import assert from "node:assert/strict";
import { RecentFailures } from "../../../../lib/accounts/sign_in/recent_failures.ts";
import { clientAt } from "../../../support/caller.ts";

function rig() {
  const clock = { nowMs: 0 };
  return { clock, failures: new RecentFailures({ now: () => clock.nowMs }) };
}

Deno.test("RecentFailures - has only the clients that were added", () => {
  const { failures } = rig();
  failures.add(clientAt("192.0.2.1"));
  const has = (address: string) => failures.has(clientAt(address));
  assert.deepEqual(["192.0.2.1", "192.0.2.2"].map(has), [true, false]);
});

Deno.test("RecentFailures - an IPv6 /48 is one client", () => {
  const { failures } = rig();
  const at = (key: string) => ({ key, group: "2001:db8::/48" });
  failures.add(at("2001:db8:0:1::/64"));
  assert.equal(failures.has(at("2001:db8:0:2::/64")), true);
});

Deno.test("RecentFailures - forgets a client ten minutes after its last failure", () => {
  const { clock, failures } = rig();
  const client = clientAt("192.0.2.1");
  failures.add(client);
  clock.nowMs = 300_000;
  failures.add(client);
  const has = [899_999, 900_000].map((nowMs) => {
    clock.nowMs = nowMs;
    return failures.has(client);
  });
  assert.deepEqual(has, [true, false]);
});

Deno.test("RecentFailures - keeps the 10,000 clients that failed last", () => {
  const { failures } = rig();
  const at = (n: number) => clientAt(`client ${n}`);
  for (let n = 0; n <= 10_000; n++) failures.add(at(n));
  assert.deepEqual([0, 1, 10_000].map((n) => failures.has(at(n))), [
    false,
    true,
    true,
  ]);
});
