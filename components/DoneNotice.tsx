import { doneText } from "../lib/shared/done_text.ts";
import { Notice } from "./Notice.tsx";

/** What the form before this page has done; nothing where there was none. */
export function DoneNotice({ word }: { word: string | null }) {
  const text = doneText(word);
  return text === null ? null : <Notice kind="done">{text}</Notice>;
}
