import assert from "node:assert/strict";
import { SPECIAL_BLOCKS } from "../../../../lib/facts/block_facts.ts";
import { RESERVED_BLOCKS_IN_CHINESE } from "../../../../lib/ipinfo/view/address_texts.ts";

/** Names of protocols, which are the same in every language. */
const NO_WORDS = ["AS112-v4", "AS112-v6", "AMT", "TEREDO", "ORCHIDv2", "6to4"];

Deno.test("RESERVED_BLOCKS_IN_CHINESE - has every block of the registries and no other", () => {
  const names = SPECIAL_BLOCKS.map(([, , name]) => name)
    .filter((name) => !NO_WORDS.includes(name));
  assert.deepEqual(
    Object.keys(RESERVED_BLOCKS_IN_CHINESE).sort(),
    [...new Set(names)].sort(),
  );
});

Deno.test("RESERVED_BLOCKS_IN_CHINESE - has Chinese names only", () => {
  for (const name of Object.values(RESERVED_BLOCKS_IN_CHINESE)) {
    assert.match(name ?? "", /\p{Script=Han}/u);
  }
});
