import { Buffer } from "node:buffer";

/** The transaction id of RFC 5769's samples. */
export const TRANSACTION = Uint8Array.from(
  Buffer.from("b7e7a701bc34d686fa87dfae", "hex"),
);

/** A binding request with empty attributes of these types. */
export function bindingRequest(types: readonly number[] = []): Uint8Array {
  const attributes = types.flatMap((type) => [type >> 8, type & 255, 0, 0]);
  return Uint8Array.from([
    ...[0, 1, attributes.length >> 8, attributes.length & 255],
    ...[0x21, 0x12, 0xa4, 0x42],
    ...TRANSACTION,
    ...attributes,
  ]);
}
