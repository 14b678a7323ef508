import { isIP } from "node:net"

/** Whether only programs of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true
  return isIP(host) === 4 && host.startsWith("127.")
}
