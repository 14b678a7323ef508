import { expect, it } from "vitest"
import { isPrivateAddress } from "./private_addresses.ts"

it.each(
  "127.0.0.1 0.0.0.0 10.1.2.3 192.168.0.1 172.16.0.1 172.31.255.255 169.254.169.254 100.64.0.1 255.255.255.255 ::1 :: fe80::1 fe80::1%eth0 fd00::1 ::ffff:10.0.0.1 ::ffff:0a00:1 0:0:0:0:0:ffff:127.0.0.1 64:ff9b::a00:1 2001:db8::1 2002:7f00:1::1 ff02::1 localhost 010.0.0.1".split(
    " ",
  ),
)("%s is private", (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

it.each(["172.15.0.1", "172.32.0.1", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "%s is public",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)
