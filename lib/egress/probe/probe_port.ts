/** A server of the egress test with its own port. */
export interface Responder {
  readonly port: number;
  /**
   * Closes the sockets, and waits for their open connections to end. Never
   * rejects.
   */
  close(): Promise<void>;
}

/**
 * A responder with these sockets, served by `services` until `controller`
 * aborts.
 */
export function responderOf(
  port: number,
  sockets: readonly { close(): void }[],
  services: readonly Promise<void>[],
  controller: AbortController,
): Responder {
  return {
    port,
    async close() {
      if (!controller.signal.aborted) {
        controller.abort();
        for (const socket of sockets) socket.close();
      }
      await Promise.all(services);
    },
  };
}

/**
 * A port that a responder cannot listen on. The message is for the operator.
 */
export class ProbePortError extends Error {
  override readonly name = "ProbePortError";
}

/** A UDP socket or a TCP listener. */
interface Bound {
  readonly addr: Deno.Addr;
  close(): void;
}

/** Opens one socket; port 0 lets the system choose. */
type Open<T extends Bound> = (hostname: string, port: number) => T;

/**
 * Listens on `hostname`. `::` means both families: one socket, or two if the
 * system limits `::` to IPv6; on a machine without one family, only the other.
 *
 * @throws {ProbePortError} if the port is taken or not permitted
 */
export function openPort<T extends Bound>(
  what: string,
  hostname: string,
  port: number,
  open: Open<T>,
): T[] {
  if (hostname !== "::") return [openOne(what, hostname, port, open)];
  let both: T;
  try {
    both = openOne(what, hostname, port, open);
  } catch (error) {
    if (error instanceof ProbePortError) throw error;
    return [openOne(what, "0.0.0.0", port, open)];
  }
  try {
    return [both, open("0.0.0.0", portOf(both))];
  } catch {
    // Normally because the first socket covers IPv4, too.
    return [both];
  }
}

export function portOf({ addr }: Pick<Bound, "addr">): number {
  return "port" in addr ? addr.port : 0;
}

function openOne<T extends Bound>(
  what: string,
  hostname: string,
  port: number,
  open: Open<T>,
): T {
  try {
    return open(hostname, port);
  } catch (cause) {
    const reason = reasonOf(cause, port);
    if (reason === null) throw cause;
    const message = `cannot listen on port ${port} (${what}): ${reason}`;
    throw new ProbePortError(message, { cause });
  }
}

function reasonOf(error: unknown, port: number): string | null {
  if (error instanceof Deno.errors.AddrInUse) {
    const who = port === 53
      ? "it is taken, perhaps by this machine's own resolver"
      : "it is taken";
    return `${who}; choose another port`;
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return "not permitted; ports below 1024 need the capability " +
      "CAP_NET_BIND_SERVICE, or choose a higher one and forward this one to it";
  }
  if (error instanceof Deno.errors.NotCapable) {
    return "not permitted by the runtime (--allow-net)";
  }
  return null;
}
