/** Whether a value, such as one out of parsed JSON, has members to look at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
