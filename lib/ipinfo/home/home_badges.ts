import { dayText } from "../../i18n/language.ts";
import { hasTrait, type HomeProfile, type IsShown } from "./home_values.ts";
import type { CheckedList } from "../risk/checks.ts";
import type { BadgeTexts, CheckedTrait } from "../view/address_texts.ts";
import type { HomeBadge } from "../view/home_view.ts";

const BADGE_TRAITS: readonly CheckedTrait[] = [
  "vpn",
  "proxy",
  "tor",
  "relay",
  "crawler",
  "abuser",
];

/** The order of what was found, as in the leak test: the most specific first, then facts. */
const FOUND_ORDER: readonly CheckedTrait[] = [
  "tor",
  "vpn",
  "proxy",
  "abuser",
  "relay",
  "crawler",
];

/** Facts about an address rather than reasons for care, as in the leak test. */
const FACTS: readonly CheckedTrait[] = ["relay", "crawler"];

export function foundTraits(
  profile: Pick<HomeProfile, "risk" | "evidence">,
  isShown: IsShown,
): CheckedTrait[] {
  return FOUND_ORDER.filter((trait) =>
    isTraitShown(trait, isShown) && hasTrait(profile, trait)
  );
}

/**
 * The results of the lists for an address: a badge for each trait that was found, then
 * one for the lists that it is not on, one for what a source denies, and one for what
 * was not checked.
 */
export function traitBadges(
  profile: HomeProfile,
  isShown: IsShown,
  { unchecked, texts }: {
    /** As `uncheckedTraits` returns them. */
    unchecked: readonly CheckedTrait[];
    texts: BadgeTexts;
  },
): HomeBadge[] {
  const found = foundTraits(profile, isShown);
  const rest = BADGE_TRAITS.filter((trait) =>
    isTraitShown(trait, isShown) && !found.includes(trait) &&
    !unchecked.includes(trait)
  );
  const clear = rest.filter((trait) => profile.checks[trait]);
  const denied = rest.filter((trait) => !profile.checks[trait]);
  const badges = found.map((trait): HomeBadge => ({
    state: FACTS.includes(trait) ? "line" : "listed",
    text: texts.listed(trait),
  }));
  if (clear.length > 0) {
    const lists = clear.flatMap((trait) => profile.checks[trait]!);
    badges.push({
      state: "clear",
      text: texts.clear(clear, lists.length, dateOf(lists)),
    });
  }
  if (denied.length > 0) {
    badges.push({ state: "clear", text: texts.denied(denied) });
  }
  if (unchecked.length > 0) {
    badges.push({ state: "unchecked", text: texts.unchecked(unchecked) });
  }
  return badges;
}

/** The traits about which neither a list nor a source says anything. */
export function uncheckedTraits(
  profile: HomeProfile,
  isShown: IsShown,
): CheckedTrait[] {
  return BADGE_TRAITS.filter((trait) =>
    isTraitShown(trait, isShown) && !profile.checks[trait] &&
    hasTrait(profile, trait) === null
  );
}

/** A relay hides its user as a proxy does, and shares that field's switch. */
function isTraitShown(trait: CheckedTrait, isShown: IsShown): boolean {
  return isShown(trait === "relay" ? "proxy" : trait);
}

/**
 * The day of the oldest list or, if one of them is undated, of the oldest download; null
 * if there is no such day.
 */
function dateOf(
  lists: readonly CheckedList[],
): { day: string; isDownload: boolean } | null {
  const isDownload = lists.some(({ download }) => download?.isDated === false);
  const times = lists.map(({ builtAt, download }) =>
    isDownload ? download?.at ?? builtAt : builtAt
  );
  return times.every((time) => time !== null)
    ? { day: dayText(Math.min(...times)), isDownload }
    : null;
}
