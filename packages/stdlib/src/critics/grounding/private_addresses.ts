import { BlockList, isIPv4, isIPv6 } from "node:net"

/** Whether a text is anything but a public IP address (RFC 6890 and its registries). */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return reserved.check(address, "ipv4")
  if (!isIPv6(address) || address.includes("%")) return true
  const mapped = /^(?:0{0,4}:){1,5}:?ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return reserved.check(mapped, "ipv4")
  return !globalUnicast.check(address, "ipv6") || reserved.check(address, "ipv6")
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")

const reserved = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  reserved.addSubnet(network, bits, "ipv4")
}
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  reserved.addSubnet(network, bits, "ipv6")
}
