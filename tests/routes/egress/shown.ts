/** A page without the data of its islands, which has more texts than are shown at once. */
export function shownIn(html: string): string {
  return html.replace(/<script[^>]* id="fresh:island">.*?<\/script>/s, "");
}
