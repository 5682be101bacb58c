import { Component } from "preact";
import { AddressText } from "../components/ui/AddressText.tsx";
import {
  OTHER_ID,
  OWN_ID,
  parseHistory,
  type SeenAddress,
  SHOWN_EVENT,
  withAddresses,
} from "../lib/ipinfo/view/address_history.ts";

/** First and last times closer than this belong to one visit. */
const HOUR_MS = 3_600_000;
const STORAGE_KEY = "porthole_addresses";

/** Its texts. */
interface AddressHistoryProps {
  clear: string;
  cleared: string;
  unavailable: string;
  /** Before the time at which an address was first seen. */
  since: string;
}

interface AddressHistoryState {
  /** Null before the script has read it, or if it cannot. */
  seen: readonly SeenAddress[] | null;
  isUnavailable: boolean;
}

/**
 * The addresses of this browser and when it had them, from its own storage.
 * Nothing of it is sent. A class, because the page needs no hooks for it.
 */
class List extends Component<AddressHistoryProps, AddressHistoryState> {
  override state: AddressHistoryState = { seen: null, isUnavailable: false };
  readonly #record = () => this.#update();

  override componentDidMount() {
    this.#record();
    addEventListener(SHOWN_EVENT, this.#record);
  }

  override componentWillUnmount() {
    removeEventListener(SHOWN_EVENT, this.#record);
  }

  #update() {
    const ips = [OWN_ID, OTHER_ID].flatMap((id) =>
      document.getElementById(id)?.textContent ?? []
    );
    try {
      const stored = parseHistory(localStorage.getItem(STORAGE_KEY));
      const seen = withAddresses(stored, ips, Date.now());
      localStorage.setItem(STORAGE_KEY, JSON.stringify(seen));
      this.setState({ seen });
    } catch {
      // Refused by a setting of the browser, or full.
      this.setState({ isUnavailable: true });
    }
  }

  #clear() {
    localStorage.removeItem(STORAGE_KEY);
    this.setState({ seen: [] });
  }

  render() {
    const texts = this.props;
    const { seen, isUnavailable } = this.state;
    const time = (ms: number) => (
      <time dateTime={new Date(ms).toISOString()}>
        {localTimeText(ms)}
      </time>
    );
    return (
      <div class="seen">
        <ul>
          {seen?.map(({ ip, firstMs, lastMs }) => (
            <li key={ip}>
              <a href={`/${ip}`}>
                <code>
                  <AddressText ip={ip} />
                </code>
              </a>
              <span>
                {time(lastMs)}
                {lastMs - firstMs > HOUR_MS && (
                  <small>{texts.since} {time(firstMs)}</small>
                )}
              </span>
            </li>
          ))}
        </ul>
        <p role="status">
          {isUnavailable
            ? texts.unavailable
            : seen?.length === 0
            ? texts.cleared
            : null}
        </p>
        {seen !== null && seen.length > 0 && (
          <button
            type="button"
            class="link"
            onClick={() => this.#clear()}
          >
            {texts.clear}
          </button>
        )}
      </div>
    );
  }
}

export default function AddressHistory(texts: AddressHistoryProps) {
  return <List {...texts} />;
}

/** Formats a time in the browser's zone, to the minute: `2026-11-21 12:00`. */
function localTimeText(ms: number): string {
  const zoneMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - zoneMs).toISOString().slice(0, 16).replace("T", " ");
}
