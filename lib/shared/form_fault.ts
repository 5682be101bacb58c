/** Why a form was not taken, as its page shows it. */
export interface FormFault {
  /** The field it is about; null where it is about the whole form. */
  field: string | null;
  /** A sentence, in English. */
  message: string;
}

/** What stands beside a field: the fault, where it is about that field. */
export function faultOf(
  field: string,
  fault: FormFault | null | undefined,
): string | undefined {
  return fault?.field === field ? fault.message : undefined;
}
