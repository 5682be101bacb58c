/** Flags of countries as SVG files, one for each ISO 3166-1 alpha-2 code. */

const CODE = /^([A-Z]{2})\.svg$/;

/**
 * Copies the flags of the package country-flag-icons (MIT) to a folder, unless
 * they are there already.
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
    const flag = await Deno.readTextFile(new URL(name, flags));
    const present = await Deno.readTextFile(target).catch(() => "");
    // A watching server would restart after every change of a file.
    if (present !== flag) await Deno.writeTextFile(target, flag);
  }
}
