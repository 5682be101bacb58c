/** An address that can wrap after its colons. */
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
