/**
 * What is made of objects that never change, for each of a few variants. It goes
 * when its object goes: whoever bounds the objects bounds this.
 */
export class MadeOnce<Of extends object, Variant extends string, Made> {
  readonly #kept = new WeakMap<Of, Map<Variant, Made>>();

  /** What was made before, or else what `make` gives now. @throws whatever `make` throws */
  get(of: Of, variant: Variant, make: () => Made): Made {
    let variants = this.#kept.get(of);
    if (variants === undefined) this.#kept.set(of, variants = new Map());
    let made = variants.get(variant);
    if (made === undefined) variants.set(variant, made = make());
    return made;
  }
}
