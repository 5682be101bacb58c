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
