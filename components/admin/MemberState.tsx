import type { MemberRow } from "../../lib/shared/member_view.ts";
import { numberText } from "../../lib/shared/time_text.ts";

type MemberStateProps = Pick<
  MemberRow,
  "tier" | "vipQuota" | "isAdmin" | "isDisabled"
>;

/** What an account is, in a few words. */
export function MemberState(
  { tier, vipQuota, isAdmin, isDisabled }: MemberStateProps,
) {
  const words = [
    vipQuota === null ? tier : `${tier}, ${numberText(vipQuota)} a month`,
    isAdmin && "administrator",
    isDisabled && "disabled",
  ];
  return <>{words.filter(Boolean).join(" · ")}</>;
}
