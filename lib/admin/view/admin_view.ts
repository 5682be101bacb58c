import type { adminDoneTexts, adminTexts } from "./texts.ts";
import type { Audience, HomeField } from "../../ipinfo/view/home_fields.ts";
import type { TierName } from "../../accounts/view/texts.ts";

/** A completed action, as in the `done` query parameter. */
export type AdminDone = keyof typeof adminDoneTexts.en;

/** Members that are selected to be deleted. */
export interface SelectionView {
  count: number;
  /** Of the first ones. */
  emails: readonly string[];
  /** When they were selected, in milliseconds since the epoch. */
  shownAtMs: number;
}

/** What was typed into the form that selects members. */
export type SelectionInput = Readonly<
  Record<"from" | "to" | "network", string>
>;

export interface AuditRow {
  atMs: number;
  actor: string;
  /** The account of the actor; null for the command line. */
  actorId: string | null;
  action: string;
  /** The target: an e-mail address, a CIDR, or the home page. */
  subject: string;
  detail: string;
}

export interface ManualBanView {
  id: string;
  /** `address/length`. */
  block: string;
  sinceMs: number;
  /** Null if permanent. */
  untilMs: number | null;
  reason: string;
  /** The name of the actor. */
  by: string;
}

/** An automatic ban of a client that exceeded the rate limits. */
export interface AutomaticBanView {
  client: string;
  sinceMs: number;
  untilMs: number;
}

/** The newest active bans of each kind, and the number of all. */
export interface BanLists {
  manual: ManualBanView[];
  automatic: AutomaticBanView[];
  manualCount: number;
  automaticCount: number;
}

export interface BanInput {
  cidr: string;
  hours: string;
  isPermanent: boolean;
  reason: string;
}

/** The name of the checkbox that shows a field to an audience. */
export function switchName(audience: Audience, field: HomeField): string {
  return `${audience}.${field}`;
}

export interface MemberRow {
  id: string;
  email: string;
  tier: TierName;
  /** Requests a month for each token of a vip; null for other plans. */
  vipQuota: number | null;
  isAdmin: boolean;
  isDisabled: boolean;
  tokenCount: number;
  createdAtMs: number;
}

export interface TierChoice {
  tier: TierName;
  /** Its name and quota. */
  text: string;
}

export interface TierInput {
  tier: string;
  vipQuota: string;
}

/** A line of the setup list. Texts are by `part` and `reason`. */
export interface SetupLine {
  part: SetupPart;
  state: SetupState;
  reason: string;
  /** The values in the text of the reason. */
  params: Readonly<Record<string, string | number>>;
  /** What mends it or turns it on; empty if nothing needs to be done. */
  fixes: readonly SetupFix[];
}

export type SetupPart = keyof typeof adminTexts["en"]["setup"]["parts"];

/**
 * `todo`: not set up. `off`: the operator may want it so. `failing`: set up, but it
 * doesn't work.
 */
export type SetupState = "good" | "todo" | "off" | "failing";

/** Lines to copy, and where they belong. */
export interface SetupFix {
  where: "env" | "dns" | "proxy" | "shell";
  lines: readonly string[];
}
