import { FormatError } from "./format_error.ts";
import {
  fitOf,
  headerRcode,
  isBareAnswer,
  isTruncated,
  type Message,
  readMessage,
  refusesEdns,
} from "./message.ts";
import { mixCase } from "./name_case.ts";
import type { NameServer } from "./name_server.ts";
import { encodeQuestion, type RecordType } from "./question.ts";
import type { RandomNumbers } from "./random_numbers.ts";
import { overTcp } from "./tcp_exchange.ts";
import { overUdp, type UdpOptions } from "./udp_exchange.ts";

export interface Question {
  /** In wire form. */
  readonly name: Uint8Array;
  readonly type: RecordType;
}

export interface AskOptions extends UdpOptions {
  random: RandomNumbers;
}

/** What a datagram comes to: an answer, or another way to ask. */
type Reply = Message | "over TCP" | "without EDNS";

/**
 * Asks one server one question: over UDP with EDNS; plainly where it does not
 * know that; over TCP where the answer was cut off, or did not keep the case
 * of the name, which a forger cannot know (RFC 1035 section 4.2, RFC 7766
 * section 5). Whatever its response code, an answer is an answer.
 *
 * @throws the signal's reason; an error of the network; `FormatError`
 */
export async function askNameServer(
  question: Question,
  server: NameServer,
  options: AskOptions,
): Promise<Message> {
  let query = encode(question, true, options.random);
  let reply = await ask(query, server, options);
  if (isMessage(reply) && refusesEdns(reply.rcode)) {
    reply = "without EDNS";
  }
  if (reply === "without EDNS") {
    query = encode(question, false, options.random);
    reply = await ask(query, server, options);
    if (reply === "without EDNS") throw new FormatError("question refused");
  }
  if (isMessage(reply)) return reply;
  const bytes = await overTcp(query, server, options.signal);
  if (fitOf(query, bytes) === "none" || isTruncated(bytes)) {
    throw new FormatError("another answer over TCP");
  }
  return readMessage(bytes);
}

function isMessage(reply: Reply): reply is Message {
  return typeof reply === "object";
}

function encode(
  { name, type }: Question,
  withEdns: boolean,
  random: RandomNumbers,
): Uint8Array {
  const wireName = name.slice();
  mixCase(wireName, random);
  return encodeQuestion({ id: random.next(), wireName, type, withEdns });
}

function ask(
  query: Uint8Array,
  server: NameServer,
  options: UdpOptions,
): Promise<Reply> {
  return overUdp(query, server, (bytes) => readReply(query, bytes), options);
}

/** Null for what is no answer to the query. */
function readReply(query: Uint8Array, bytes: Uint8Array): Reply | null {
  const fit = fitOf(query, bytes);
  if (fit === "none") {
    const isRefusal = isBareAnswer(query, bytes) &&
      refusesEdns(headerRcode(bytes));
    return isRefusal ? "without EDNS" : null;
  }
  if (fit === "case" || isTruncated(bytes)) return "over TCP";
  try {
    return readMessage(bytes);
  } catch {
    return null;
  }
}
