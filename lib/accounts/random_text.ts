/** Random bytes as base64url: 16 become 22 characters, 32 become 43. */
export function randomText(
  random: (bytes: number) => Uint8Array,
  bytes: number,
): string {
  return random(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
}
