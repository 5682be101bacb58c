import { join } from "node:path";
import type { ExportedRange } from "./compile_export.ts";
import { EDITIONS } from "./edition_records.ts";
import { TextBuffer, writeFully } from "./text_buffer.ts";

const COUNTRY = EDITIONS.findIndex(({ name }) => name === "Porthole-Country");

/** Countries by block, in the formats of programs that read no databases. */
const FORMATS = [
  // `geo $country { include porthole-country-nginx.conf; }`
  {
    name: "porthole-country-nginx.conf",
    line: (block: string, code: string) => `${block} ${code};\n`,
  },
  // `http-request set-var(txn.country) src,map_ip(porthole-country-haproxy.map)`
  {
    name: "porthole-country-haproxy.map",
    line: (block: string, code: string) => `${block} ${code}\n`,
  },
] as const;

/** Writes the maps while blocks are compiled. */
export class MapFiles {
  readonly #files: { file: Deno.FsFile; text: TextBuffer }[];

  /** @param notice in a comment at the beginning */
  constructor(folder: string, notice: string) {
    const comment = notice.trimEnd().replace(/^/gm, "# ") + "\n";
    this.#files = FORMATS.map(({ name }) => {
      const file = Deno.openSync(join(folder, name), {
        write: true,
        create: true,
        truncate: true,
        mode: 0o600,
      });
      const text = new TextBuffer((bytes) => writeFully(file, bytes));
      text.add(comment);
      return { file, text };
    });
  }

  add({ edition, blocks, profile }: ExportedRange): void {
    const code = profile.facts.countryCode;
    if (edition !== COUNTRY || code === undefined) return;
    for (const each = blocks(); each.next();) {
      const { text } = each;
      for (let i = 0; i < FORMATS.length; i++) {
        this.#files[i].text.add(FORMATS[i].line(text, code));
      }
    }
  }

  /** Returns the names of the files. */
  close(): string[] {
    for (const { file, text } of this.#files) {
      text.flush();
      file.close();
    }
    return FORMATS.map(({ name }) => name);
  }
}
