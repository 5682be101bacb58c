import {
  AddressHistory,
  type AddressHistoryProps,
} from "../components/ipinfo/AddressHistory.tsx";

/** The addresses that this browser has had. */
export default function AddressHistoryIsland(props: AddressHistoryProps) {
  return <AddressHistory {...props} />;
}
