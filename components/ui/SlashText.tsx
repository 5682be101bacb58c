import { Fragment } from "preact";

/** Splits a text after its slashes. A scheme stays with its host. */
export function slashParts(text: string): string[] {
  return text.match(/(?:[^/]+\/\/)?[^/]+\/?|\/+/g) ?? [];
}

/** A text that can wrap between its parts alone. */
export function PartedText({ parts }: { parts: readonly string[] }) {
  return (
    <>
      {parts.map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** A URL or a time zone, which can wrap after its slashes. */
export function SlashText({ text }: { text: string }) {
  return <PartedText parts={slashParts(text)} />;
}
