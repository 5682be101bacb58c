import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { EgressTexts } from "../../lib/shared/texts/egress.ts";

/**
 * What the components of the egress page say. Its islands provide it, from the
 * data of the page: the script of the page holds no language.
 */
export const EgressTextsContext = createContext<EgressTexts | null>(null);

export function useEgressTexts(): EgressTexts {
  return useContext(EgressTextsContext)!;
}
