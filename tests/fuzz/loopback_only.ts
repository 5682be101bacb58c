/** Names of the network interfaces of this process, those that are down included. */
export function interfaceNames(): string[] {
  // Deno.networkInterfaces() leaves out interfaces without an address.
  return Deno.readTextFileSync("/proc/self/net/dev").split("\n").slice(2)
    .map((line) => line.split(":")[0].trim())
    .filter((name) => name !== "");
}

/** Why a fuzz must not run here, because packets could leave the machine; null if it may. */
export function reasonNotToRun(): string | null {
  const others = interfaceNames().filter((name) => name !== "lo");
  if (others.length > 0) {
    return `packets could leave this machine by ${others.join(", ")}. ` +
      "Run it where there is nothing but lo: " +
      "unshare -rn sh -c 'ip link set lo up && deno task fuzz'";
  }
  const hasLoopback = Deno.networkInterfaces().some(({ address }) =>
    address === "127.0.0.1"
  );
  return hasLoopback ? null : "lo is down: run `ip link set lo up` first";
}
