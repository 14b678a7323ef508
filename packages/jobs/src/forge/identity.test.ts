import { cp, rm } from "node:fs/promises"
import { afterAll, describe, expect, it } from "vitest"
import { HEAD, published, PULL_REQUEST, pushAs, removeTemplate, withPull } from "./forge.fixture.ts"
import { findPublished, identityOf } from "./identity.ts"
import { localForge } from "./local_forge.ts"

afterAll(removeTemplate)

async function bench() {
  const made = await withPull()
  const forge = localForge({ repository: made.bare })
  const identity = await identityOf(forge, await forge.pulls.get(1), made.tested)
  return { ...made, forge, identity }
}

describe("a pull request that was published", () => {
  it("is found, also with a reviewer's commit on it", async () => {
    const { forge, identity, root, bare, fix, tested } = await bench()
    expect(await findPublished(forge, identity, root)).toMatchObject({ pull: { number: 1 }, problem: null })
    const earlier = { ...identity, commit: fix }
    expect(await findPublished(forge, earlier, root)).toMatchObject({ pull: { head_commit: tested } })
    await pushAs(root, bare, tested, "next")
    expect(await findPublished(forge, identity, root)).toMatchObject({ pull: { state: "merged" } })
  })

  it("is not the one with its number in another repository, nor in one that was made in its place", async () => {
    const { forge, identity, root, bare, tested } = await bench()
    await rm(bare, { recursive: true })
    await cp((await published()).bare, bare, { recursive: true })
    const again = localForge({ repository: bare })
    await again.git.push(root, tested, HEAD)
    await again.pulls.open(PULL_REQUEST)
    expect(await findPublished(again, identity, root)).toEqual({
      pull: null,
      problem: expect.stringMatching(
        /^pull request 1: it was opened in local:.*, and this repository is local:/,
      ),
    })
    const other = await findPublished({ ...forge, name: "github" }, identity, root)
    expect(other.problem).toContain('on the forge "local", and this one is "github"')
  })

  it("is not one from another branch, nor one whose head was replaced", async () => {
    const { forge, identity, root, bare, rival, rebased } = await bench()
    const elsewhere = await findPublished(forge, { ...identity, head: "auto/proofloop/fb-2" }, root)
    expect(elsewhere.problem).toBe(
      `pull request 1: it is from ${HEAD}, and auto/proofloop/fb-2 was published`,
    )
    await pushAs(root, bare, rebased, HEAD)
    expect(await findPublished(forge, identity, root)).toMatchObject({ pull: { head_commit: rebased } })
    await pushAs(root, bare, rival, HEAD)
    expect((await findPublished(forge, identity, root)).problem).toContain("does not build on")
  })
})
