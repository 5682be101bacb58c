import { parseHostname } from "../net/hostname.ts";
import { type IpAddress, parseIp, unmapped } from "../net/ip_address.ts";
import { askServer } from "./ask_server.ts";
import type { NameServer } from "./name_server.ts";
import { parseResolvConf } from "./resolv_conf.ts";
import type { Resolver } from "./resolver.ts";
import { reverseName } from "./reverse_name.ts";

export interface SystemResolverOptions {
  /** Asked one after the other; empty means those of the system. */
  nameServers?: readonly NameServer[];
  /** The longest a server is waited for while there is another one to ask. */
  attemptMs?: number;
  /** Reads the system's name servers, anew for each question: a machine changes its network. */
  readResolvConf?: () => Promise<string>;
  /** Ids of questions: 0 to 65535, not to be guessed. */
  randomId?: () => number;
}

type RecordType = "A" | "AAAA" | "PTR";

const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/**
 * A resolver over recursive name servers, those of the system or others. Names
 * are asked for as they are: no search domain is ever added.
 *
 * A server that fails or refuses (SERVFAIL, REFUSED and the like) has not
 * answered, and the next one is asked. Where the system keeps its servers in no
 * `/etc/resolv.conf`, as on Windows, Deno's own resolver is asked, which reports
 * such a failure as a name that does not exist.
 */
export function createSystemResolver({
  nameServers = [],
  attemptMs = 300,
  readResolvConf = () => Deno.readTextFile("/etc/resolv.conf"),
  randomId = () => crypto.getRandomValues(new Uint16Array(1))[0],
}: SystemResolverOptions = {}): Resolver {
  // The server that answered last is asked first, or one that is down would
  // eat the time of every question.
  let first = 0;

  async function serversToAsk(): Promise<readonly NameServer[] | null> {
    if (nameServers.length > 0) return nameServers;
    try {
      return parseResolvConf(await readResolvConf());
    } catch {
      return null;
    }
  }

  async function ask(
    name: string,
    type: RecordType,
    signal: AbortSignal,
  ): Promise<string[]> {
    signal.throwIfAborted();
    const servers = await serversToAsk();
    if (servers === null) return await askDeno(name, type, signal);
    const start = first;
    let failure: unknown;
    for (let i = 0; i < servers.length; i++) {
      const index = (start + i) % servers.length;
      const isLast = i === servers.length - 1;
      try {
        const records = await query(name, type, servers[index], {
          id: randomId(),
          signal: isLast
            ? signal
            : AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
        });
        first = index;
        return records;
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
      }
    }
    throw failure;
  }

  return {
    async addresses(name, family, signal) {
      const absolute = name.endsWith(".") ? name : `${name}.`;
      const records = await ask(absolute, family === 4 ? "A" : "AAAA", signal);
      return records.flatMap((text) => addressOf(text) ?? []);
    },
    async reverse(ip, signal) {
      const [name] = await ask(reverseName(ip), "PTR", signal);
      return name === undefined ? null : parseHostname(name);
    },
  };
}

/** The data of the records of `type`; empty where the name has none, or is none. */
async function query(
  name: string,
  type: RecordType,
  server: NameServer,
  options: { id: number; signal: AbortSignal },
): Promise<string[]> {
  const { flags = 0, answers = [] } = await askServer(
    { name, type },
    server,
    options,
  );
  const code = flags & 0xf;
  if (code !== NO_ERROR && code !== NO_SUCH_NAME) {
    throw new Error(`${server.ip} answered with code ${code}`);
  }
  return answers.flatMap((record) =>
    record.type === type && typeof record.data === "string" ? record.data : []
  );
}

async function askDeno(
  name: string,
  type: RecordType,
  signal: AbortSignal,
): Promise<string[]> {
  signal.throwIfAborted();
  try {
    return await Deno.resolveDns(name, type, { signal });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function addressOf(text: string): IpAddress | null {
  const ip = parseIp(text);
  return ip && unmapped(ip);
}
