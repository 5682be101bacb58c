const scratch = new Uint8Array(1024);

/**
 * A copy of bytes in memory of this thread, valid until the next call. Deno
 * (2.9.6) takes 1.9 µs to decode a short text in shared memory, and with the copy
 * 0.4 µs.
 */
export function unshared(bytes: Uint8Array): Uint8Array {
  if (bytes.length > scratch.length) return bytes.slice();
  scratch.set(bytes);
  return scratch.subarray(0, bytes.length);
}
