import type { FormFault } from "../shared/form_fault.ts";
import { pageHeaders } from "./answers.ts";
import { AppError, InputError } from "./errors.ts";
import type { Failing } from "./fault_reports.ts";

/** A fault that the page of its form shows, with what was typed still there. */
export interface ShownFault extends FormFault {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * What a form's page says of something thrown: that a field is wrong, that it
 * was tried too often, that the store is busy. Anything else is thrown on.
 */
export function shownFault(
  thrown: unknown,
  { req, info, state: { services } }: Failing,
): ShownFault {
  if (!(thrown instanceof AppError)) throw thrown;
  if (thrown.status >= 500 && thrown.status !== 503) throw thrown;
  const { status, message, headers } = services.reportFault(thrown, req, info);
  const field = thrown instanceof InputError ? thrown.field : null;
  return { field, message, status, headers };
}

/** Status and headers of a page, or of the same page with a fault on it. */
export function pageInit(
  fault: ShownFault | null,
): { status: number; headers: Record<string, string> } {
  return {
    status: fault?.status ?? 200,
    headers: { ...pageHeaders, ...fault?.headers },
  };
}
