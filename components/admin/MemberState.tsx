import type { MemberRow } from "../../lib/shared/member_view.ts";
import { tierTexts } from "../../lib/shared/texts/account_tiers.ts";
import { adminMemberTexts } from "../../lib/shared/texts/admin_members.ts";
import { useTexts } from "../language.ts";

type MemberStateProps = Pick<
  MemberRow,
  "tier" | "vipQuota" | "isAdmin" | "isDisabled"
>;

/** What an account is, in a few words. */
export function MemberState(
  { tier, vipQuota, isAdmin, isDisabled }: MemberStateProps,
) {
  const texts = useTexts(adminMemberTexts);
  const name = useTexts(tierTexts)[tier];
  const words = [
    vipQuota === null ? name : texts.tierWithQuota(name, vipQuota),
    isAdmin && texts.administrator,
    isDisabled && texts.disabled,
  ];
  return <>{words.filter(Boolean).join(" · ")}</>;
}
