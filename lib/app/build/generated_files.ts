/** The package has a file for each ISO 3166-1 alpha-2 code. */
const CODE = /^([A-Z]{2})\.svg$/;

/**
 * Copies the flags of countries, from the package country-flag-icons (MIT), to a
 * folder, unless they are there already.
 *
 * @param folder with a slash at the end
 */
export async function writeFlags(folder: URL): Promise<void> {
  const index = new URL(import.meta.resolve("country-flag-icons"));
  const flags = new URL("3x2/", new URL("./", index));
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(flags)) {
    const code = CODE.exec(name)?.[1].toLowerCase();
    if (code === undefined) continue;
    const target = new URL(`${code}.svg`, folder);
    await writeIfOther(target, await Deno.readTextFile(new URL(name, flags)));
  }
}

/**
 * Writes a file, unless it is already the same: a dev server would build again after
 * every change of a file, forever.
 */
export async function writeIfOther(target: URL, text: string): Promise<void> {
  const present = await Deno.readTextFile(target).catch(() => "");
  if (present !== text) await Deno.writeTextFile(target, text);
}

/** What the thread of `lib/ipinfo/preview/` reads, by its name there. */
const PREVIEW_FILES: Readonly<Record<string, string>> = {
  "resvg.wasm": "@resvg/resvg-wasm/index_bg.wasm",
  "regular.woff2": "@fontsource/inter/files/inter-latin-400-normal.woff2",
  "regular-ext.woff2":
    "@fontsource/inter/files/inter-latin-ext-400-normal.woff2",
  "bold.woff2": "@fontsource/inter/files/inter-latin-700-normal.woff2",
};

/**
 * Copies what draws previews to a folder: the packages @resvg/resvg-wasm (MPL-2.0)
 * and @fontsource/inter (OFL-1.1).
 *
 * @param folder with a slash at the end
 */
export async function writePreviewFiles(folder: URL): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, source] of Object.entries(PREVIEW_FILES)) {
    await Deno.copyFile(
      new URL(import.meta.resolve(source)),
      new URL(name, folder),
    );
  }
}
