import { Fragment } from "preact";

/** An address that can wrap after its colons. */
export function AddressText({ ip }: { ip: string }) {
  const [first, ...groups] = ip.split(":");
  return (
    <>
      {first}
      {groups.map((group, i) => <AddressGroup key={i} group={group} />)}
    </>
  );
}

/** A group of an IPv6 address, and the colon before it. */
export function AddressGroup({ group }: { group: string }) {
  return (
    <span>
      :<wbr />
      {group}
    </span>
  );
}

/** Splits a text after its slashes. A scheme stays with its host. */
export function slashParts(text: string): string[] {
  return text.match(/(?:[^/]+\/\/)?[^/]+\/?|\/+/g) ?? [];
}

/** A URL or a time zone, which can wrap after its slashes. */
export function SlashText({ text }: { text: string }) {
  return (
    <>
      {slashParts(text).map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
