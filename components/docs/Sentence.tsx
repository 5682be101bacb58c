import type { ComponentChildren } from "preact";

interface SentenceProps {
  /** With names in braces. */
  text: string;
  /** What stands for each name. */
  parts: Readonly<Record<string, ComponentChildren>>;
}

/** A sentence with markup in it, which stands elsewhere in each language. */
export function Sentence({ text, parts }: SentenceProps) {
  return (
    <>
      {text.split(/\{(\w+)\}/).map((piece, at) =>
        at % 2 === 0 ? piece : parts[piece]
      )}
    </>
  );
}
