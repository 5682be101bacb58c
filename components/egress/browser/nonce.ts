/** A label that no resolver has asked for yet: eighty bits in hex. */
export function randomNonce(
  random: (bytes: Uint8Array<ArrayBuffer>) => void,
): string {
  const bytes = new Uint8Array(10);
  random(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
