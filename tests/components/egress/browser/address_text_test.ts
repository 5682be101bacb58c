import assert from "node:assert/strict";
import fc from "fast-check";
import {
  exitInText,
  parseExit,
} from "../../../../components/egress/browser/address_text.ts";

const v4 = { ip: "203.0.113.7", family: 4 };
const v6 = { ip: "2001:db8::7", family: 6 };

Deno.test("parseExit - takes addresses only, in their canonical form", () => {
  const cases = [
    ["203.0.113.7", v4],
    ["2001:DB8:0:0::7", v6],
    ["203.0.113.07", null],
    ["203.0.113.256", null],
    ["203.0.113", null],
    ["1", null],
    ["2001:db8::7::", null],
    ["2001:db8::7%eth0", null],
    ["[2001:db8::7]", null],
    ["2001:db8::7]:80/[", null],
    ["", null],
  ] as const;
  for (const [text, exit] of cases) {
    assert.deepEqual(parseExit(text), exit, text);
  }
});

Deno.test("parseExit - knows every address", () => {
  fc.assert(fc.property(fc.ipV4(), (ip) => {
    assert.deepEqual(parseExit(ip), { ip, family: 4 });
  }));
  fc.assert(fc.property(fc.ipV6(), (text) => {
    const exit = parseExit(text);
    assert.equal(exit?.family, 6);
    assert.deepEqual(parseExit(exit.ip), exit);
  }));
});

Deno.test("exitInText - reads the forms in which sites say it", () => {
  const cases = [
    ["203.0.113.7\n", v4],
    ["  2001:db8::7  ", v6],
    ['{"ip":"203.0.113.7","city":"Here"}', v4],
    ['{\n  "ip": "2001:db8::7"\n}', v6],
    ["fl=1\nh=one.test\nip=203.0.113.7\nts=1\n", v4],
    ["ip=2001:db8::7\r\nts=1", v6],
    ["<!doctype html><p>203.0.113.7</p>", null],
    ['{"ip":7}', null],
    ["null", null],
    ["[]", null],
    ["", null],
  ] as const;
  for (const [text, exit] of cases) {
    assert.deepEqual(exitInText(text), exit, text);
  }
});

Deno.test("exitInText - throws at no text", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const exit = exitInText(text);
    assert(exit === null || parseExit(exit.ip) !== null);
  }));
});
