import { adminTexts } from "../../lib/shared/texts/admin.ts";
import { useTexts } from "../language.ts";

/** Says that a list goes on, and how to see the rest. */
export function MoreNotice({ shown, count }: { shown: number; count: number }) {
  const { lists } = useTexts(adminTexts);
  if (count <= shown) return null;
  return <p class="aside">{lists.more(shown, count)}</p>;
}
