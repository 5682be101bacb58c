import type { ListText } from "./prefix_file.ts";
import { linesOf } from "./source_text.ts";

/** The lines of a block that hold no address. */
const OTHER_LINES = /^(?:ExitNode|Published|LastStatus) /;

/**
 * Reads TorDNSEL's list of exits: blocks of `ExitNode fingerprint`, `Published`,
 * `LastStatus` and any number of `ExitAddress address date time`, in UTC. The
 * list is as old as the newest of its measurements.
 */
export async function parseExitAddresses(source: string): Promise<ListText> {
  const entries: string[] = [];
  let builtAt: number | null = null;
  for await (const lines of linesOf(source)) {
    for (const line of lines) {
      const exit = /^ExitAddress (\S+) (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/
        .exec(line);
      if (exit) {
        const seenAt = Date.parse(`${exit[2]}T${exit[3]}Z`);
        if (seenAt > (builtAt ?? 0)) builtAt = seenAt;
        entries.push(exit[1]);
      } else if (!OTHER_LINES.test(line)) entries.push(line);
    }
  }
  return { entries, builtAt };
}
