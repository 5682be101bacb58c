import assert from "node:assert/strict";
import {
  type StaticTransform,
  transformed,
  type TransformFn,
} from "../../../lib/fresh/static_transforms.ts";

const file = {
  path: "/site/static/a.css",
  target: "es2022",
  content: new TextEncoder().encode("a"),
  mode: "production",
} as const;

const forFiles = (
  filter: RegExp,
  transform: TransformFn,
): StaticTransform => ({ options: { pluginName: "x", filter }, transform });

Deno.test("transformed - is null where nothing is for the file, or changes it", async () => {
  const other = forFiles(/\.js$/, () => ({ content: "js" }));
  const none = forFiles(/\.css$/, () => {});
  assert.equal(await transformed([], file), null);
  assert.equal(await transformed([other, none], file), null);
});

Deno.test("transformed - each transform is given what the one before made", async () => {
  const seen: unknown[] = [];
  const append = (more: string) =>
    forFiles(/\.css$/, ({ text, content, path, mode }) => {
      seen.push([text, content.length, path, mode]);
      return Promise.resolve({ content: text + more });
    });
  const none = forFiles(/\.css$/, () => {});
  const empty = forFiles(/\.css$/, () => ({ content: "" }));
  const transforms = [append("b"), none, append("é")];
  assert.equal(await transformed(transforms, file), "abé");
  assert.deepEqual(seen, [
    ["a", 1, file.path, "production"],
    ["ab", 2, file.path, "production"],
  ]);
  assert.equal(await transformed([empty, none], file), "");
});
