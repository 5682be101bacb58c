import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";

/** What is rendered, without the spaces that the compiler leaves in tags where an attribute was a key. */
export function markup(node: VNode): string {
  return renderToString(node)
    .replace(
      /<[a-z][^>]*>/g,
      (tag) => tag.replace(/ {2,}/g, " ").replace(/ >$/, ">"),
    );
}
