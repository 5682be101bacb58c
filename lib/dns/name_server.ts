/** A name server by address and port. */
export interface NameServer {
  readonly ip: string;
  readonly port: number;
}

const DNS_PORT = 53;

/** The address of a server, with its port where that is not 53: `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
export function serverText({ ip, port }: NameServer): string {
  if (port === DNS_PORT) return ip;
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}
