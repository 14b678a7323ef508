import type { HostName } from "../events/host_event.ts"
import type { HostAdapter } from "./host_adapter.ts"

export function hostAdapter(host: HostName): HostAdapter {
  return { host, read: () => null, answer: () => null }
}
