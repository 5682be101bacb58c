/**
 * The bytes of a regular file, read where they stay. `Deno.readFile` copies
 * what it has read: for a large database that takes several times as long, and
 * memory that the process does not give back.
 */
export async function readWhole(
  path: string | URL,
): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array((await file.stat()).size);
  let length = 0;
  while (length < bytes.length) {
    const read = await file.read(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
