import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

const adTicket = z.object({
  id: z.string(),
  accountId: z.string(),
  /** Milliseconds since the epoch. */
  issuedAtMs: z.number().nonnegative(),
});

/** Says that an account was shown an ad, and when. */
export type AdTicket = z.infer<typeof adTicket>;

const MAX_LENGTH = 1_000;

/** The ticket as text, `payload.signature`, both in base64url. */
export function signTicket(ticket: AdTicket, key: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${payload}.${signatureOf(payload, key)}`;
}

/** The ticket of a text that was signed with this key; null for any other text. */
export function parseTicket(text: string, key: Uint8Array): AdTicket | null {
  if (text.length > MAX_LENGTH) return null;
  const dot = text.indexOf(".");
  const payload = text.slice(0, Math.max(dot, 0));
  // Texts are compared, not bytes: two texts of base64url can stand for the same bytes.
  const signed = Buffer.from(text.slice(dot + 1));
  const expected = Buffer.from(signatureOf(payload, key));
  const isOurs = dot > 0 && signed.length === expected.length &&
    timingSafeEqual(signed, expected);
  if (!isOurs) return null;
  const json = Buffer.from(payload, "base64url").toString();
  return adTicket.safeParse(JSON.parse(json)).data ?? null;
}

/** What else the key signs must not pass for a ticket. */
function signatureOf(payload: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(`ad ticket ${payload}`)
    .digest("base64url");
}
