import fc from "fast-check"
import { expect, test } from "vitest"
import { type ChainHead, hashChain } from "./hash_chain.ts"
import { sha256 } from "./sha256.ts"

const link = hashChain<string>((body, { seq, previous_sha256 }) =>
  JSON.stringify([seq, previous_sha256, body]),
)
const START: ChainHead = { seq: 0, sha256: "start" }

interface Link extends ChainHead {
  readonly body: string
}

function linksOf(bodies: readonly string[]): readonly Link[] {
  const links: Link[] = []
  for (const body of bodies) links.push({ body, ...link(links.at(-1) ?? START, body) })
  return links
}

function firstFault(links: readonly Link[]): string | null {
  let head = START
  for (const { body, ...given } of links) {
    const expected = link(head, body)
    if (given.seq !== expected.seq) return `out_of_order at ${expected.seq}`
    if (given.sha256 !== expected.sha256) return `changed at ${expected.seq}`
    head = given
  }
  return null
}

test("a link is its number and the hash of the text, which holds the hash before it", () => {
  expect(link(START, "a")).toEqual({ seq: 1, sha256: sha256('[1,"start","a"]') })
  expect(firstFault(linksOf(["a", "b", "a"]))).toBeNull()
})

test.each<[string, (links: readonly Link[]) => readonly Link[], string]>([
  [
    "changed",
    (links) => links.map((link) => (link.seq === 2 ? { ...link, body: "x" } : link)),
    "changed at 2",
  ],
  ["left out", (links) => links.toSpliced(1, 1), "out_of_order at 2"],
  ["doubled", (links) => links.toSpliced(1, 0, ...links.slice(0, 1)), "out_of_order at 2"],
  ["moved", (links) => links.toReversed(), "out_of_order at 1"],
  [
    "of another chain",
    (links) => [...links.slice(0, 2), ...linksOf(["x", "y", "c"]).slice(2)],
    "changed at 3",
  ],
])("a link that was %s is found", (_, tamper, fault) => {
  expect(firstFault(tamper(linksOf(["a", "b", "c"])))).toBe(fault)
})

test("any other body at any place is found at that place", () => {
  const bodies = fc.array(fc.string(), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(bodies, fc.nat(), fc.string(), (given, at, other) => {
      const index = at % given.length
      fc.pre(other !== given[index])
      const links = linksOf(given)
      const tampered = links.map((link, place) => (place === index ? { ...link, body: other } : link))
      expect(firstFault(tampered)).toBe(`changed at ${index + 1}`)
    }),
  )
})
