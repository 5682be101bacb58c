import assert from "node:assert/strict";
import { signedIn } from "../../../lib/http/signed_in.ts";
import { BROWSER, openRig, signUp } from "../accounts/rig.ts";

Deno.test("signedIn - the first cookie that opens something counts, and says which it is", async () => {
  using rig = await openRig();
  const [ann, bob] = [
    await signUp(rig, "ann@example.com"),
    await signUp(rig, "bob@example.com"),
  ];
  const ended = await rig.sessions.begin(ann, BROWSER);
  await rig.sessions.end(ended);
  const first = await rig.sessions.begin(ann, BROWSER);
  const second = await rig.sessions.begin(bob, BROWSER);
  for (
    const [cookies, cookie, account] of [
      [[first], first, ann],
      [["nonsense", first], first, ann],
      [[ended, "nonsense", second], second, bob],
      [[second, first], second, bob],
    ] as const
  ) {
    const found = await signedIn(rig.sessions, cookies);
    assert.equal(found?.cookie, cookie);
    assert.deepEqual(found?.member.account, account);
  }
  for (const cookies of [[], ["nonsense"], [ended, "nonsense"]]) {
    assert.equal(await signedIn(rig.sessions, cookies), null);
  }
});
