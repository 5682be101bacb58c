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

/** A text between its slashes, but for those beside each other and the last. */
export function slashParts(text: string): string[] {
  return text.split(/\/(?!\/|$)/);
}

/** A URL or a time zone, which can wrap after its slashes. */
export function SlashText({ text }: { text: string }) {
  const [first, ...others] = slashParts(text);
  return (
    <>
      {first}
      {others.map((part, i) => (
        <Fragment key={i}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
