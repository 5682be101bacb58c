import type { Catalogue } from "../language.ts";

/** The tiers of accounts; English has the names that the API and the command line use. */
const en = { free: "free", standard: "standard", vip: "vip" };

const zh: typeof en = { free: "免费", standard: "标准", vip: "VIP" };

export const tierTexts: Catalogue<typeof en> = { en, zh };

export type TierName = keyof typeof en;
