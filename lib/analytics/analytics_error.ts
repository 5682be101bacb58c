import {
  type AnalyticsFault,
  analyticsFaultText,
} from "../shared/analytics_fault.ts";

/** That there are no figures. The message holds nothing secret. */
export class AnalyticsError extends Error {
  override name = "AnalyticsError";

  constructor(readonly fault: AnalyticsFault) {
    super(analyticsFaultText(fault));
  }
}

/** What a failure says of the server; undefined for what is no fault of it. */
export function faultOf(error: unknown): AnalyticsFault | undefined {
  if (error instanceof AnalyticsError) return error.fault;
  return error instanceof DOMException && error.name === "TimeoutError"
    ? { code: "timeout" }
    : undefined;
}
