import { z } from "zod";
import { dnsEcho } from "../dns/lookup/envelope.ts";
import { CODES } from "./error_codes.ts";

const error = z.strictObject({
  code: z.enum(CODES),
  message: z.string().describe("One sentence for people."),
});

/** An error of the unversioned interfaces. */
export const plainError = z.strictObject({ error });

/** An error of V1, V2 and whois. */
export const apiError = z.strictObject({ ok: z.literal(false), error });

/** An error of DNS lookup. */
export const lookupError = z.strictObject({
  ok: z.literal(false),
  query: dnsEcho.nullable().describe("What was asked for."),
  error,
});

/** The answer to a token that is used up. */
export const quotaExhaustedAnswer = z.strictObject({
  ok: z.literal(false),
  error: z.string().describe("One sentence for people."),
  quota: z.strictObject({
    limit: z.int().min(0),
    remaining: z.literal(0),
    reset_at: z.iso.datetime(),
  }),
});
