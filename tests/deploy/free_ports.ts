/** Different ports of 127.0.0.1 that nobody listens on. */
export function freePorts(count: number): number[] {
  const listeners = Array.from(
    { length: count },
    () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  );
  const ports = listeners.map(({ addr }) => addr.port);
  for (const listener of listeners) listener.close();
  return ports;
}

/** Resolves when something listens on that port. @throws {Error} where nothing does after a while */
export async function opened(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`nobody listens on port ${port}`);
}
