import { BUNDLE } from "../../lib/app/build/build_state.ts";

const root = new URL("../../", import.meta.url).pathname;

/**
 * Writes an entry of the bundle whose app is the one of `tagged_app.ts`; the sources
 * would take twice the processor time to start. It is there until the program ends.
 *
 * @returns its path in the project
 */
export function taggedEntry(): string {
  const entry = `data/tests/${crypto.randomUUID()}.mjs`;
  const text = Deno.readTextFileSync(root + BUNDLE)
    .replace(/import\(\(?("[^"]+")\)?\)/, "tagged(import($1))")
    .replaceAll('"./', `"${root}_server/`);
  Deno.mkdirSync(`${root}data/tests`, { recursive: true });
  Deno.writeTextFileSync(
    root + entry,
    `import { tagged } from "${root}tests/support/tagged_app.ts";\n${text}`,
  );
  addEventListener("unload", () => Deno.removeSync(root + entry));
  return entry;
}
