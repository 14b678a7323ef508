import { expect, it } from "vitest"
import { linkTargets } from "./link_targets.ts"
import { webAddresses } from "./web_addresses.ts"

it("reads hostile text in time", () => {
  for (const pump of ["[](", "[", "![a](<", "[a]: <", "`", "https://(", "<!--"]) {
    const text = pump.repeat(30_000)
    expect(linkTargets(text).length + webAddresses(text).length).toBeLessThan(6000)
  }
})
