/** A value that is read and written at once, by all that goes on beside each other. */
export interface Cell<Value> {
  value: Value;
}

/** A cell that tells when it has been written. */
export function watchedCell<Value>(
  value: Value,
  onWrite: () => void,
): Cell<Value> {
  return {
    get value() {
      return value;
    },
    set value(next) {
      value = next;
      onWrite();
    },
  };
}
