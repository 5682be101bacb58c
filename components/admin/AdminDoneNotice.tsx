import { adminDoneText } from "../../lib/shared/admin_done.ts";
import { useLanguage } from "../language.ts";
import { Notice } from "../Notice.tsx";

/** What an administrator's form before this page has done; nothing where there was none. */
export function AdminDoneNotice({ word }: { word: string | null }) {
  const text = adminDoneText(word, useLanguage());
  return text === null ? null : <Notice kind="done">{text}</Notice>;
}
