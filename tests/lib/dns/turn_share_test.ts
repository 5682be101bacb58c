import assert from "node:assert/strict";
import { TurnShare } from "../../../lib/dns/turn_share.ts";

Deno.test("TurnShare.perTurn - a scan alone may ask much, several share little", () => {
  const share = new TurnShare();
  const scans = [share.begin()];
  assert.equal(share.perTurn, 512);
  scans.push(share.begin());
  assert.equal(share.perTurn, 32);
  scans.push(share.begin(), share.begin());
  assert.equal(share.perTurn, 16);
  for (const scan of scans.splice(1)) scan[Symbol.dispose]();
  assert.equal(share.perTurn, 512);
});

Deno.test("TurnShare.perTurn - of very many each may ask one", () => {
  const share = new TurnShare();
  for (let i = 0; i < 100; i++) share.begin();
  assert.equal(share.perTurn, 1);
});
