import { type Catalogue, fill, type Language } from "../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/**
 * What the API's description says, in each language. The type check compares the
 * keys of the files; tests compare the rest.
 */
export const apiTexts: Catalogue<typeof en> = { en, zh };

/** The id of an operation, by which it has its texts. */
export type OperationId = keyof typeof en.operations;

/** The name and the description of a group. @throws {Error} if it has none */
export function groupText(language: Language, group: string): string[] {
  return textOf(apiTexts[language].groups, group);
}

export function operationText(
  language: Language,
  id: string,
): { summary: string; paragraphs: string[] } {
  const { operations, paragraphs: shared } = apiTexts[language];
  const [summary, ...paragraphs] = textOf<string[]>(operations, id);
  return { summary, paragraphs: paragraphs.map((text) => fill(text, shared)) };
}

/**
 * The description of a parameter: its own, or the shared one.
 *
 * @param shared name of the shared text
 */
export function parameterText(
  language: Language,
  id: string,
  name: string,
  shared = name,
): string {
  const texts: Readonly<Record<string, string>> = apiTexts[language].parameters;
  return texts[`${id}.${name}`] ?? textOf(texts, shared);
}

function textOf<Text>(
  texts: Readonly<Record<string, Text>>,
  key: string,
): Text {
  if (Object.hasOwn(texts, key)) return texts[key];
  throw new Error(`the API's description has no text for ${key}`);
}
