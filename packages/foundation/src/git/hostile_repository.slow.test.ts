import { describe, it } from "vitest"
import { expectSeen, hiding } from "./hostile_repository.fixture.ts"

const { "a clean filter": _, ...others } = hiding

describe.each(Object.entries(others))("an edit hidden by %s", (_name, hide) => {
  it("is seen by the change, the diff, the listing and the digest", async () => {
    await expectSeen(hide)
  })
})
