/**
 * Runs `test` with this token for KV Connect servers in the environment, or with
 * none. One at a time: files of tests that run in parallel share a process, and
 * with it the environment.
 */
export async function withAccessToken(
  token: string | null,
  test: () => Promise<void>,
): Promise<void> {
  // Threads of one process exclude each other by a lock too, if each has opened the file itself.
  using turn = await Deno.open(new URL(import.meta.url));
  await turn.lock(true);
  const name = "DENO_KV_ACCESS_TOKEN";
  const put = (value: string | null | undefined) =>
    value == null ? Deno.env.delete(name) : Deno.env.set(name, value);
  const before = Deno.env.get(name);
  put(token);
  try {
    await test();
  } finally {
    put(before);
    await turn.unlock();
  }
}
