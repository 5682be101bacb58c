/** A name server by address and port. */
export interface NameServer {
  readonly ip: string;
  readonly port: number;
}
