import type { Catalogue } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/** The navigation of the administration, its overview and its audit log. */
export const adminTexts: Catalogue<typeof en.admin> = {
  en: en.admin,
  zh: zh.admin,
};

/** Messages about completed actions, by the `done` query parameter. */
export const adminDoneTexts: Catalogue<typeof en.done> = {
  en: en.done,
  zh: zh.done,
};

/** The page of field switches. */
export const adminFieldTexts: Catalogue<typeof en.fields> = {
  en: en.fields,
  zh: zh.fields,
};

/** The page of a member. */
export const adminAccountTexts: Catalogue<typeof en.account> = {
  en: en.account,
  zh: zh.account,
};

/** The list of members. */
export const adminMemberTexts: Catalogue<typeof en.members> = {
  en: en.members,
  zh: zh.members,
};

/** The page of bans. */
export const adminBanTexts: Catalogue<typeof en.bans> = {
  en: en.bans,
  zh: zh.bans,
};

/** The entries of the audit log. */
export const auditTexts: Catalogue<typeof en.audit> = {
  en: en.audit,
  zh: zh.audit,
};
