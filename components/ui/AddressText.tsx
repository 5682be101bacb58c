/** An address that breaks at its colons where the line is too short for it. */
export function AddressText({ ip }: { ip: string }) {
  const [first, ...groups] = ip.split(":");
  return (
    <>
      {first}
      {groups.map((group, i) => (
        <span key={i}>
          :<wbr />
          {group}
        </span>
      ))}
    </>
  );
}
