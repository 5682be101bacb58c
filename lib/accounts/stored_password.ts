/** What is kept of a password, as its parts. */
export interface StoredPassword {
  /** log2 of scrypt's N. */
  readonly ln: number;
  /** 16 bytes. */
  readonly salt: Uint8Array;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

export const SALT_BYTES = 16;
export const KEY_BYTES = 32;

/** A record must not make a sign-in cost gigabytes: 2^17 takes 128 MiB. */
const MAX_LN = 17;
const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=8,p=1\$([\w-]{22})\$([\w-]{43})$/;

/** The text that is kept, in the manner of PHC strings: `$scrypt$ln=15,r=8,p=1$salt$key`. */
export function storedPasswordText({ ln, salt, key }: StoredPassword): string {
  return `$scrypt$ln=${ln},r=8,p=1$${textOf(salt)}$${textOf(key)}`;
}

/** The parts of what is kept; null for text of another shape. */
export function asStoredPassword(text: string): StoredPassword | null {
  const [, cost, salt, key] = PATTERN.exec(text) ?? [];
  const ln = Number(cost);
  if (key === undefined || ln < 1 || ln > MAX_LN) return null;
  return { ln, salt: bytesOf(salt), key: bytesOf(key) };
}

function textOf(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.fromBase64(text, { alphabet: "base64url" });
}
