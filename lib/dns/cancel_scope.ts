/** A signal that follows another one, and aborts at the end of the scope whatever still heeds it. */
export class CancelScope implements Disposable {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onAbort = () => this.cancel(this.#outer?.reason);

  constructor(outer?: AbortSignal) {
    this.#outer = outer;
    if (outer?.aborted) this.#onAbort();
    else outer?.addEventListener("abort", this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    this.#outer?.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }
}
