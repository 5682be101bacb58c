/** A service of the egress page on a port of its own. */
export interface Responder {
  readonly port: number;
  /** Closes its sockets and waits for what is under way on them. Never rejects. */
  close(): Promise<void>;
}

/** A responder of sockets that `services` answer on until `controller` aborts. */
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

/** A port that a responder cannot have. Its message is for the operator. */
export class ProbePortError extends Error {
  override readonly name = "ProbePortError";
}

/** What is listened on: a UDP socket or a TCP listener. */
interface Bound {
  readonly addr: Deno.Addr;
  close(): void;
}

/** Opens one socket; port 0 lets the system choose. */
export type Open<T extends Bound> = (hostname: string, port: number) => T;

/**
 * Opens what it takes to listen on `hostname`. `::` stands for both families:
 * one socket, or two where the system keeps `::` to IPv6; the other family
 * alone on a machine that lacks one.
 *
 * @throws {ProbePortError} where the port is taken or not permitted
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
    // Usually because the first has IPv4's half of the port too.
    return [both];
  }
}

/** The port that a socket was opened on. */
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
