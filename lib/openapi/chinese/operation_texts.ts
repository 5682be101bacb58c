import type { Parameter } from "../parameters.ts";

/**
 * The Chinese texts of operations by their id. Where one of its operations,
 * paragraphs or parameters is missing, a catalogue fails the type check.
 */
export type OperationTexts<Described extends { readonly id: string }> = {
  readonly [One in Described as One["id"]]: TextsOf<One>;
};

type TextsOf<One> =
  & { readonly summary: string }
  & (One extends { readonly description: infer Paragraphs }
    ? { readonly description: AsMany<Paragraphs> }
    : { readonly description?: undefined })
  & (One extends { readonly parameters: readonly Parameter<infer Name>[] }
    ? { readonly parameters: Readonly<Record<Name, string>> }
    : { readonly parameters?: undefined });

/** A paragraph for each of the original. */
export type AsMany<Paragraphs> = { readonly [At in keyof Paragraphs]: string };
