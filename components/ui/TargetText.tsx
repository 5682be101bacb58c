import { useContext } from "preact/hooks";
import { linkedTargets } from "./linked_targets.tsx";
import { createPageContext } from "./page_context.ts";

/** Whether this server has whois. */
export const WhoisContext = createPageContext(true);

/** A text whose addresses, names, networks and AS numbers are links. */
export function TargetText({ text }: { text: string }) {
  return <>{linkedTargets(text, useContext(WhoisContext))}</>;
}
