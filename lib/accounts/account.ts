import { z } from "zod";
import { TIERS } from "./tiers.ts";

const time = z.number().nonnegative();

/** An API token as it is kept: whoever reads the store cannot use it. */
const apiToken = z.object({
  id: z.string(),
  /** What its owner calls it. */
  name: z.string(),
  /** SHA-256 of the whole token, in base64url. */
  hash: z.string(),
  /** The last four characters, by which its owner knows it again. */
  lastFour: z.string(),
  /** The quota it draws on, from 0. */
  slot: z.number().int().min(0),
  createdAtMs: time,
});

export type ApiToken = z.infer<typeof apiToken>;

const account = z.object({
  id: z.string(),
  /** As it was typed. */
  email: z.string(),
  passwordHash: z.string(),
  isAdmin: z.boolean(),
  isDisabled: z.boolean(),
  tier: z.enum(TIERS),
  /** Requests a month of each token, for a vip; null elsewhere. */
  vipQuota: z.number().int().min(0).nullable(),
  createdAtMs: time,
  /** Sessions that began before have ended: the password was changed then. */
  sessionsSinceMs: time,
  tokens: z.array(apiToken),
  /** Slots of revoked tokens that nobody may have before the month is over. */
  spentSlots: z.array(z.object({ slot: z.number().int(), untilMs: time })),
});

/** A member. Its tokens are part of it: every change of them is a change of one record. */
export type Account = z.infer<typeof account>;

/** The account in a record of the store; null for anything else. */
export function asAccount(value: unknown): Account | null {
  return account.safeParse(value).data ?? null;
}

/** Who asks, where they are signed in. */
export interface Member {
  account: Account;
  /** The SHA-256 of the session's secret, in base64url. */
  sessionId: string;
}
