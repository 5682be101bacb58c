import { doneText } from "../lib/shared/done_text.ts";
import { useLanguage } from "./language.ts";
import { Notice } from "./Notice.tsx";

/** What the form before this page has done; nothing where there was none. */
export function DoneNotice({ word }: { word: string | null }) {
  const text = doneText(word, useLanguage());
  return text === null ? null : <Notice kind="done">{text}</Notice>;
}
