import type { Language } from "../../i18n/language.ts";
import { adminDoneTexts } from "./texts.ts";
import type { Audience, HomeField } from "../../ipinfo/view/home_fields.ts";
import type { TokenView } from "../../accounts/view/console_view.ts";
import type { TierName } from "../../accounts/view/console_texts.ts";

/** What an administrator has done, as the next page's address says it. */
export type AdminDone = keyof typeof adminDoneTexts.en;

/** The sentence for a word in a page's address; null for any other word. */
export function adminDoneText(
  word: string | null,
  language: Language = "en",
): string | null {
  const sentences = adminDoneTexts[language];
  return word !== null && Object.hasOwn(sentences, word)
    ? sentences[word as AdminDone]
    : null;
}

/** One thing that an administrator did, as a page shows it. */
export interface AuditRow {
  atMs: number;
  /** Who did it. */
  actor: string;
  /** Whose account that is; null where it is none. */
  actorId: string | null;
  /** What, in words. */
  action: string;
  /** What it was done to: an e-mail address, a block of addresses. */
  subject: string;
  detail: string;
}

/** A block that an administrator shut out. */
export interface ManualBanView {
  id: string;
  /** `address/length`. */
  block: string;
  sinceMs: number;
  /** Null: until it is lifted. */
  untilMs: number | null;
  reason: string;
  /** The name of who did it. */
  by: string;
}

/** A client that the limiter shut out by itself. */
export interface AutomaticBanView {
  client: string;
  sinceMs: number;
  untilMs: number;
}

/** Bans in force, the latest of each kind, and how many there are in all. */
export interface BanLists {
  manual: ManualBanView[];
  automatic: AutomaticBanView[];
  manualCount: number;
  automaticCount: number;
}

/** What was typed into the form of a ban that was not taken. */
export interface TypedBan {
  cidr: string;
  hours: string;
  isPermanent: boolean;
  reason: string;
}

/** The name of the box that gives a field to an audience. */
export function switchName(audience: Audience, field: HomeField): string {
  return `${audience}.${field}`;
}

/** A member in a list of them. */
export interface MemberRow {
  id: string;
  email: string;
  tier: TierName;
  /** Of each token a month, for a vip; null elsewhere. */
  vipQuota: number | null;
  isAdmin: boolean;
  isDisabled: boolean;
  tokenCount: number;
  createdAtMs: number;
}

/** Everything administrators see of a member. */
export interface MemberView extends MemberRow {
  tokens: TokenView[];
}

/** A tier that can be chosen. */
export interface TierChoice {
  tier: TierName;
  /** What it gives, in words. */
  text: string;
}

/** What was typed into the form of a tier that was not taken. */
export interface TypedTier {
  tier: string;
  vipQuota: string;
}
