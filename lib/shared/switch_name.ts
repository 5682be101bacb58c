import type { Audience, HomeField } from "./home_fields.ts";

/** The name of the box that gives a field to an audience. */
export function switchName(audience: Audience, field: HomeField): string {
  return `${audience}.${field}`;
}
