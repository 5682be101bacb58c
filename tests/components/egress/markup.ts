import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";

/**
 * The rendered HTML, without the spaces that the compiler leaves in place of a
 * `key` attribute.
 */
export function markup(node: VNode): string {
  return renderToString(node)
    .replace(
      /<[a-z][^>]*>/g,
      (tag) => tag.replace(/ {2,}/g, " ").replace(/ >$/, ">"),
    );
}
