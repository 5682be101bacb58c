/** A new folder, which is removed when it is disposed of. */
export async function tempFolder(
  prefix?: string,
): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix });
  const remove = () => Deno.remove(path, { recursive: true });
  return { path, [Symbol.asyncDispose]: remove };
}
