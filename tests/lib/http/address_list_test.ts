import assert from "node:assert/strict";
import fc from "fast-check";
import { addressListOf } from "../../../lib/http/address_list.ts";
import { AppError } from "../../../lib/http/errors.ts";

function assertInvalid(message: string) {
  return (error: unknown) => {
    assert(error instanceof AppError);
    assert.deepEqual([error.status, error.code, error.message], [
      400,
      "INVALID_INPUT",
      message,
    ]);
    return true;
  };
}

Deno.test("addressListOf - addresses in their order, mapped ones as the IPv4 they are", () => {
  const ips = ["8.8.8.8", "2001:DB8::0:1", "::ffff:1.2.3.4", "8.8.8.8"];
  assert.deepEqual(addressListOf({ ips }).map(({ text }) => text), [
    "8.8.8.8",
    "2001:db8::1",
    "1.2.3.4",
    "8.8.8.8",
  ]);
});

Deno.test("addressListOf - sixteen and no more", () => {
  const ips = Array.from({ length: 16 }, (_, i) => `192.0.2.${i}`);
  assert.equal(addressListOf({ ips }).length, 16);
  assert.throws(
    () => addressListOf({ ips: [...ips, "192.0.2.16"] }),
    assertInvalid('The request must be {"ips":[…]} with 1 to 16 addresses.'),
  );
});

Deno.test("addressListOf - what has another form is refused", () => {
  const form = fc.oneof(
    fc.jsonValue(),
    fc.record({ ips: fc.jsonValue() }),
  ).filter((value) => !Array.isArray((value as { ips?: unknown } | null)?.ips));
  fc.assert(fc.property(form, (body) => {
    assert.throws(
      () => addressListOf(body),
      assertInvalid('The request must be {"ips":[…]} with 1 to 16 addresses.'),
    );
  }));
});

Deno.test("addressListOf - names and slips are told by their place", () => {
  for (
    const text of ["example.com", "1.2.3", "1.2.3.04", "fe80::1%1", " ::1"]
  ) {
    assert.throws(
      () => addressListOf({ ips: ["::1", text] }),
      assertInvalid('Element 2 of "ips" is not an address.'),
    );
  }
});
