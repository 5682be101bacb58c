import assert from "node:assert/strict";
import {
  applyTransforms,
  type StaticTransform,
  type TransformFn,
} from "../../../lib/fresh/project.ts";

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

Deno.test("applyTransforms - is null if no transform is for the file, or none changes it", async () => {
  const other = forFiles(/\.js$/, () => ({ content: "js" }));
  const none = forFiles(/\.css$/, () => {});
  assert.equal(await applyTransforms([], file), null);
  assert.equal(await applyTransforms([other, none], file), null);
});

Deno.test("applyTransforms - each transform gets the result of the one before", async () => {
  const seen: unknown[] = [];
  const append = (more: string) =>
    forFiles(/\.css$/, ({ text, content, path, mode }) => {
      seen.push([text, content.length, path, mode]);
      return Promise.resolve({ content: text + more });
    });
  const none = forFiles(/\.css$/, () => {});
  const empty = forFiles(/\.css$/, () => ({ content: "" }));
  const transforms = [append("b"), none, append("é")];
  assert.equal(await applyTransforms(transforms, file), "abé");
  assert.deepEqual(seen, [
    ["a", 1, file.path, "production"],
    ["ab", 2, file.path, "production"],
  ]);
  assert.equal(await applyTransforms([empty, none], file), "");
});
