import { join } from "node:path";
import { MAX_BLOCK_BYTES } from "../ranges/blocks.ts";
import type { ExportedRange } from "./compile_export.ts";
import { EDITIONS } from "./edition_records.ts";
import { TextBuffer, writeFully } from "./text_buffer.ts";

const COUNTRY = EDITIONS.findIndex(({ name }) => name === "Porthole-Country");

/** Countries by block, in the formats of programs that read no databases. */
const FORMATS = [
  // `geo $country { include porthole-country-nginx.conf; }`
  {
    name: "porthole-country-nginx.conf",
    end: (code: string) => ` ${code};\n`,
  },
  // `http-request set-var(txn.country) src,map_ip(porthole-country-haproxy.map)`
  {
    name: "porthole-country-haproxy.map",
    end: (code: string) => ` ${code}\n`,
  },
] as const;

/** Writes the maps while blocks are compiled. */
export class MapFiles {
  readonly #files: { file: Deno.FsFile; text: TextBuffer }[];
  /** The ends of lines by record: there are few. */
  readonly #ends = new Map<number, string[]>();

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

  add({ edition, record, blocks, profile }: ExportedRange): void {
    if (edition !== COUNTRY) return;
    const ends = this.#ends.getOrInsertComputed(record, () => {
      const code = profile().facts.countryCode!;
      return FORMATS.map(({ end }) => end(code));
    });
    const each = blocks();
    const write = (bytes: Uint8Array, at: number) => each.write(bytes, at);
    while (each.next()) {
      for (let i = 0; i < ends.length; i++) {
        const { text } = this.#files[i];
        text.addWritten(MAX_BLOCK_BYTES, write);
        text.add(ends[i]);
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
