/** A name server that knows no name, at once: what a bench asks must not wait for the internet. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface NameServerOfNothing extends Disposable {
  port: number;
}

const NXDOMAIN = 0x8183;

/** Answers every question of 127.0.0.1 with NXDOMAIN. */
export async function startNameServer(): Promise<NameServerOfNothing> {
  const socket = createSocket("udp4");
  socket.on("message", (question, { address, port }) => {
    const answer = Uint8Array.from(endOfQuestion(question));
    new DataView(answer.buffer).setUint16(2, NXDOMAIN);
    socket.send(answer, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    port: socket.address().port,
    [Symbol.dispose]: () => socket.close(),
  };
}

/** Header and question without the records behind them, which are counted as none. */
function endOfQuestion(message: Uint8Array): Uint8Array {
  let at = 12;
  while (message[at] > 0) at += message[at] + 1;
  const question = message.slice(0, at + 5);
  question.fill(0, 6, 12);
  return question;
}
