import type { ListText } from "./prefix_file.ts";
import { linesOf } from "./source_text.ts";

/**
 * Reads an address or CIDR a line, with `#` and `;` comments. The head of a
 * FireHOL list says when its source was made; other lists do not say.
 */
export async function parsePlainList(source: string): Promise<ListText> {
  const entries: string[] = [];
  let builtAt: number | null = null;
  for await (const lines of linesOf(source)) {
    for (const line of lines) {
      const date = /^#\s*Source File Date\s*:(.{8,40})$/.exec(line);
      if (date) builtAt = timeOf(date[1]) ?? builtAt;
      const entry = line.split(/[#;]/, 1)[0].trim();
      if (entry) entries.push(entry);
    }
  }
  return { entries, builtAt };
}

function timeOf(text: string): number | null {
  const time = Date.parse(text);
  return time > 0 ? time : null;
}
