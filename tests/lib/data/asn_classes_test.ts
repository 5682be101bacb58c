import assert from "node:assert/strict";
import { AsnClasses } from "../../../lib/data/asn_classes.ts";

const text =
  "# asn-classes 1 bgptools-asns 3 -\n7 Content\n100 Eyeball\n4294967295 Content\n";

Deno.test("AsnClasses.classOf - finds the class of a network", () => {
  const classes = new AsnClasses(text);
  assert.equal(classes.classOf(7), "Content");
  assert.equal(classes.classOf(100), "Eyeball");
  assert.equal(classes.classOf(4294967295), "Content");
  for (const asn of [0, 1, 8, 101, 4294967294]) {
    assert.equal(classes.classOf(asn), undefined);
  }
});

Deno.test("AsnClasses - tells its name, date and size", () => {
  const { name, builtAt, size } = new AsnClasses(text);
  assert.deepEqual({ name, builtAt, size }, {
    name: "bgptools-asns",
    builtAt: null,
    size: 3,
  });
});

Deno.test("AsnClasses - holds nothing when it is empty", () => {
  const classes = new AsnClasses("# asn-classes 1 x 0 -\n");
  assert.equal(classes.classOf(1), undefined);
});

Deno.test("AsnClasses - refuses a damaged file", () => {
  const load = (...lines: string[]) => () =>
    new AsnClasses(
      [`# asn-classes 1 x ${lines.length} -`, ...lines, ""].join("\n"),
    );
  assert.throws(load("7"), /"7" is misplaced/);
  assert.throws(load("x Content"), /"x Content" is misplaced/);
  assert.throws(load("7 A", "7 B"), /"7 B" is misplaced/);
  assert.throws(load("7 A", "6 B"), /"6 B" is misplaced/);
  const many = Array.from({ length: 257 }, (_, i) => `${i + 1} c${i}`);
  assert.doesNotThrow(load(...many.slice(0, 256)));
  assert.throws(load(...many), /over 256/);
});
