/**
 * Runs `test` with this token for KV Connect servers in the environment, or with
 * none. Only one test at a time, because test files that run in parallel share a
 * process and its environment.
 */
export async function withAccessToken(
  token: string | null,
  test: () => Promise<void>,
): Promise<void> {
  // The lock works between threads of one process, too, if each opens the file itself.
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
