import { RegistryError } from "../registry/registry_error.ts";
import type { RawAnswer } from "./registration.ts";

/** Registries nest a dozen deep. Each level is also blanks before every line. */
const MAX_DEPTH = 32;
/** What is longer with line breaks is kept without. */
const MAX_LENGTH = 512 * 1024;

/**
 * An answer as text for people to read.
 *
 * @throws {RegistryError} `malformed` for what nests so deep that no registry can mean it
 */
export function rawJson(json: unknown): RawAnswer {
  if (!nestsWithin(json, MAX_DEPTH)) throw new RegistryError("malformed");
  const pretty = JSON.stringify(json, null, 2);
  return {
    type: "json",
    text: pretty.length > MAX_LENGTH ? JSON.stringify(json) : pretty,
  };
}

function nestsWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 &&
    Object.values(value).every((inner) => nestsWithin(inner, depth - 1));
}
