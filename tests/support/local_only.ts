import * as net from "node:net";
import { parseIp } from "../../lib/net/ip_address.ts";
import { isBogon } from "../../lib/net/special_blocks.ts";

/** Names that nobody can register (RFC 2606, RFC 6761). */
const RESERVED_NAME = /(?:^|\.)(?:localhost|test|example|invalid)\.?$/i;

/** Whether a packet to a host could reach somebody. */
function isElsewhere(host: string): boolean {
  const ip = parseIp(host.replace(/^\[|\]$/g, ""));
  return ip === null ? !RESERVED_NAME.test(host) : !isBogon(ip);
}

/**
 * Ends the tests with an error, even if the tested code catches it, when they
 * send to a public address or name. A test that forgets its own server would
 * otherwise query a registry or a resolver of the internet.
 */
export function refuseOtherHosts(): void {
  const check = (host: string | undefined) => {
    if (host === undefined || !isElsewhere(host)) return;
    const error = new Error(`a test must not send to ${host}`);
    queueMicrotask(() => {
      throw error;
    });
    throw error;
  };
  const { connect, connectTls, listenDatagram, fetch } = {
    ...Deno,
    fetch: globalThis.fetch,
  };
  const guarded = {
    connect(options: Deno.ConnectOptions) {
      check(options.hostname);
      return connect(options);
    },
    connectTls(options: Deno.ConnectTlsOptions) {
      check(options.hostname);
      return connectTls(options);
    },
    listenDatagram(options: Deno.UdpListenOptions & { transport: "udp" }) {
      const socket = listenDatagram(options);
      const send = socket.send.bind(socket);
      socket.send = (data, to) => {
        check((to as Deno.NetAddr).hostname);
        return send(data, to);
      };
      return socket;
    },
  };
  Object.assign(Deno, guarded);
  globalThis.fetch = (input, init) => {
    check(new URL(input instanceof Request ? input.url : input).hostname);
    return fetch(input, init);
  };
  const socket = net.Socket.prototype;
  const connectSocket = socket.connect;
  socket.connect = function (this: net.Socket, ...given: unknown[]) {
    // Of node:net itself: the options and the listener in one array.
    const [first, second] = Array.isArray(given[0]) ? given[0] : given;
    check(
      typeof first === "object" && first !== null
        ? first.path ? undefined : first.host
        : typeof second === "string"
        ? second
        : undefined,
    );
    return Reflect.apply(connectSocket, this, given);
  } as typeof connectSocket;
}
