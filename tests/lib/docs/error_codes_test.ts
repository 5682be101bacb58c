import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { CODES, ERROR_STATUS } from "../../../lib/docs/error_codes.ts";

const root = new URL("../../../", import.meta.url).pathname;

/** Statuses and codes that the source makes errors of. */
function thrownInSource(): Set<string> {
  const made = new Set<string>();
  for (const folder of ["lib", "routes"]) {
    for (const file of readdirSync(root + folder, { recursive: true })) {
      if (!/\.tsx?$/.test(String(file))) continue;
      const text = readFileSync(`${root}${folder}/${file}`, "utf8");
      const pattern = /new AppError\(\s*(\d{3}),\s*"([A-Z0-9_]+)"/g;
      for (const [, status, code] of text.matchAll(pattern)) {
        made.add(`${status} ${code}`);
      }
    }
  }
  return made;
}

Deno.test("ERROR_STATUS - contains every thrown code with its status", () => {
  const thrown = thrownInSource();
  assert(thrown.size >= 12, `${thrown.size} are found`);
  const listed = new Set(CODES.map((code) => `${ERROR_STATUS[code]} ${code}`));
  assert.deepEqual([...thrown].filter((one) => !listed.has(one)), []);
});

Deno.test("docs/api.md lists each code with its status", () => {
  const text = readFileSync(`${root}docs/api.md`, "utf8");
  const rows = text.matchAll(/^\|((?: *`[A-Z_0-9]+`,?)+) *\| *(\d{3}) *\|/gm);
  const listed = [...rows].flatMap(([, codes, status]) =>
    [...codes.matchAll(/[A-Z_0-9]+/g)].map(([code]) => [code, Number(status)])
  );
  assert.deepEqual(Object.fromEntries(listed), ERROR_STATUS);
});
