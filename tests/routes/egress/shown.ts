/**
 * A page without its islands' data, which contains more texts than are shown.
 */
export function shownIn(html: string): string {
  return html.replace(/<script[^>]* id="fresh:island">.*?<\/script>/s, "");
}
