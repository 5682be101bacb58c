import { z } from "zod";
import { cleanText } from "../core/text.ts";

/**
 * What Umami answers, from version 2.15 to 3.1. Amounts are numbers, or strings
 * and null (3.0.0), or stand in `{value, prev}` (2.x); times are
 * `2026-11-21 00:00:00` or `2026-11-21T00:00:00Z`.
 */

const plain = z.union([
  z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  z.string().regex(/^\d{1,15}(?:\.\d{1,20})?$/).transform(Number),
  z.null().transform(() => 0),
]).transform(Math.round);

const amount = z.union([
  plain,
  z.object({ value: plain }).transform(({ value }) => value),
]);

/** A token goes into a header: nothing else may come along. */
const HEADER_VALUE = /^[\x21-\x7e]{1,8192}$/;

/** Whether a secret can be sent as it is. */
export function isHeaderValue(text: string): boolean {
  return HEADER_VALUE.test(text);
}

export const loginResponse = z.object({
  token: z.string().regex(HEADER_VALUE),
});

export const statsResponse = z.object({
  pageviews: amount,
  visitors: amount,
  visits: amount,
  bounces: amount,
  /** Seconds, of all visits. */
  totaltime: amount,
});

export type Stats = z.infer<typeof statsResponse>;

/** Rows without a time count for no day. */
const series = z.array(z.object({ x: z.string().nullable(), y: amount }));

export type Series = z.infer<typeof series>;

export const pageviewsResponse = z.object({
  pageviews: series,
  /** Visitors of each day: Umami calls a visitor a session, and a session a visit. */
  sessions: series,
});

export type Pageviews = z.infer<typeof pageviewsResponse>;

/** Rows of regions carry their country. */
export const metricsResponse = z.array(z.object({
  x: z.string().nullable(),
  y: amount,
  country: z.string().nullish(),
}));

export type Metrics = z.infer<typeof metricsResponse>;

const websites = z.array(z.object({ id: z.string(), name: z.string() }));

/** Who a token belongs to. */
export const verifyAnswer = z.object({ id: z.string() });

/** A website; null is what an administrator is told of an ID that nothing has. */
export const websiteAnswer = z.object({ id: z.string() }).nullable();

export const websitesResponse = z.union([
  z.object({ data: websites }).transform(({ data }) => data),
  // Without a page around it, as it was once.
  websites,
]);

const errorBody = z.union([
  z.string(),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) })
    .transform(({ error }) => error.message),
]);

/** The words of an error's body, null where there are none for people to read. */
export function errorText(body: unknown): string | null {
  return cleanText(errorBody.safeParse(body).data) ?? null;
}
