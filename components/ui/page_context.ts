import {
  Component,
  type ComponentChildren,
  type Context,
  createContext,
} from "preact";

/**
 * A context whose value never changes within a page.
 *
 * The provider that Preact makes assigns closures to itself and to each
 * component that uses it, and V8 (15.0) keeps an object with an assigned closure
 * until the next major garbage collection: with it all elements of each page
 * ever rendered. That took more than half of a visitor's page.
 */
export function createPageContext<Value>(initial: Value): Context<Value> {
  const context = createContext(initial);
  // The context's key among those that Preact passes down to components.
  const key = (context as unknown as { __c: string }).__c;

  class Provider
    extends Component<{ value: Value; children?: ComponentChildren }> {
    override getChildContext() {
      return { [key]: this };
    }

    /** Preact calls it for each component that reads the context. */
    sub(): void {}

    override render() {
      return this.props.children;
    }
  }

  context.Provider = Provider as unknown as Context<Value>["Provider"];
  return context;
}
