import type { FormFault } from "../lib/shared/form_fault.ts";
import { useErrorText } from "./language.ts";
import { Notice } from "./Notice.tsx";

/** Why a form was not taken, where no field of it says so itself. */
export function FaultNotice(
  { fault, beside }: {
    fault: FormFault | null;
    /** The fields that show their own faults. */
    beside: readonly string[];
  },
) {
  const errorText = useErrorText();
  if (fault === null) return null;
  if (fault.field !== null && beside.includes(fault.field)) return null;
  return <Notice kind="fault">{errorText(fault.message)}</Notice>;
}
