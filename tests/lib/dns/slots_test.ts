import assert from "node:assert/strict";
import { DnsError } from "../../../lib/dns/dns_error.ts";
import { Slots } from "../../../lib/dns/slots.ts";

const busy = new DnsError("busy", "too many names are being looked up");
const patient = { signal: new AbortController().signal, timeoutMs: 10_000 };

Deno.test("Slots - who comes when all are taken waits, first come first served", async () => {
  const slots = new Slots(2);
  const order: string[] = [];
  await slots.take(patient);
  await slots.take(patient);
  const one = slots.take(patient).then(() => order.push("one"));
  const two = slots.take(patient).then(() => order.push("two"));
  slots.release();
  await one;
  assert.deepEqual(order, ["one"]);
  slots.release();
  await two;
  assert.deepEqual(order, ["one", "two"]);
  assert.equal(slots.taken, 2);
  slots.release();
  slots.release();
  assert.equal(slots.taken, 0);
});

Deno.test("Slots - the line is bounded, and so is the wait", async () => {
  const slots = new Slots(1);
  await slots.take(patient);
  const waiting = slots.take({ ...patient, timeoutMs: 10 });
  await assert.rejects(slots.take(patient), busy);
  await assert.rejects(waiting, busy);
  slots.release();
  assert.equal(slots.taken, 0);
});

Deno.test("Slots - who leaves the line gets no slot, even at the last moment", async () => {
  const slots = new Slots(1);
  await slots.take(patient);
  const controller = new AbortController();
  const reason = new Error("gone");
  const waiting = slots.take({ ...patient, signal: controller.signal });
  controller.abort(reason);
  slots.release();
  await assert.rejects(waiting, reason);
  assert.equal(slots.taken, 0);
  await assert.rejects(
    slots.take({ ...patient, signal: controller.signal }),
    reason,
  );
  assert.equal(slots.taken, 0);
});
