import * as z from "zod";
import { cleanText } from "../core/text.ts";

/**
 * The responses of Umami 2.15 to 3.1. Amounts are numbers, strings or null
 * (3.0.0), or `{value, prev}` (2.x). Times are `2026-11-21 00:00:00` or
 * `2026-11-21T00:00:00Z`.
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

/** Tokens are sent in a header, so only these characters are accepted. */
const HEADER_VALUE = /^[\x21-\x7e]{1,8192}$/;

/** Whether a secret can be sent in a header. */
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
  /** Total seconds of all visits. */
  totaltime: amount,
});

export type Stats = z.infer<typeof statsResponse>;

/** Rows without a time belong to no day. */
const series = z.array(z.object({ x: z.string().nullable(), y: amount }));

export type Series = z.infer<typeof series>;

export const pageviewsResponse = z.object({
  pageviews: series,
  /** Visitors per day. Umami calls a visitor a session, and a session a visit. */
  sessions: series,
});

export type Pageviews = z.infer<typeof pageviewsResponse>;

/** Rows of regions include their country. */
export const metricsResponse = z.array(z.object({
  x: z.string().nullable(),
  y: amount,
  country: z.string().nullish(),
}));

export type Metrics = z.infer<typeof metricsResponse>;

/** Visitors of the last five minutes. Umami 2.15 calls them `x`. */
export const activeResponse = z.union([
  z.object({ visitors: amount }).transform(({ visitors }) => visitors),
  z.object({ x: amount }).transform(({ x }) => x),
]);

/** The owner of a token. */
export const verifyResponse = z.object({ id: z.string() });

const website = z.object({
  /** A part of paths. */
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().nullish(),
  domain: z.string().nullish(),
});

export type Website = z.infer<typeof website>;

/** A website. For an unknown ID, administrators get null. */
export const websiteResponse = website.nullable();

export const websitesResponse = z.union([
  z.object({ data: z.array(website) }).transform(({ data }) => data),
  // Older versions return a plain list instead of a page.
  z.array(website),
]);

const errorBody = z.union([
  z.string(),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) })
    .transform(({ error }) => error.message),
]);

/** The message in the body of an error; null if it has no readable one. */
export function errorText(body: unknown): string | null {
  return cleanText(errorBody.safeParse(body).data) ?? null;
}
