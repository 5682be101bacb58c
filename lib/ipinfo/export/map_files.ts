import { join } from "node:path";
import type { ExportedRange } from "./compile_export.ts";
import { EDITIONS } from "./edition_records.ts";

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

const FLUSH_LENGTH = 1 << 20;

/** Writes the maps while blocks are compiled. */
export class MapFiles {
  readonly #files: { file: Deno.FsFile; text: string }[];
  readonly #encoder = new TextEncoder();

  /** @param notice in a comment at the beginning */
  constructor(folder: string, notice: string) {
    const comment = notice.trimEnd().replace(/^/gm, "# ") + "\n";
    this.#files = FORMATS.map(({ name }) => ({
      file: Deno.openSync(join(folder, name), {
        write: true,
        create: true,
        truncate: true,
        mode: 0o600,
      }),
      text: comment,
    }));
  }

  add({ edition, blocks, profile }: ExportedRange): void {
    const code = profile.facts.countryCode;
    if (edition !== COUNTRY || code === undefined) return;
    for (const each = blocks(); each.next();) {
      const { text } = each;
      for (const [i, output] of this.#files.entries()) {
        output.text += FORMATS[i].line(text, code);
        if (output.text.length > FLUSH_LENGTH) this.#flush(output);
      }
    }
  }

  /** Returns the names of the files. */
  close(): string[] {
    for (const output of this.#files) {
      this.#flush(output);
      output.file.close();
    }
    return FORMATS.map(({ name }) => name);
  }

  #flush(output: { file: Deno.FsFile; text: string }): void {
    const bytes = this.#encoder.encode(output.text);
    for (let done = 0; done < bytes.length;) {
      done += output.file.writeSync(bytes.subarray(done));
    }
    output.text = "";
  }
}
