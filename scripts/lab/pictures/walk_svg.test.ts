import { expect, test } from "vitest"
import { walkSvg } from "./walk_svg.ts"

test("frames follow each other, and what they say is text", () => {
  const frames = ["<b>one", "two"].map((caption) => ({ png: Buffer.from("png"), caption }))
  const svg = walkSvg(frames, { width: 10, height: 5, title: 'a "walk"' })
  expect(svg).toContain("1 of 2: &lt;b>one")
  expect(svg).toContain("animation-delay:4s")
  expect(svg).toContain("show 8s")
  expect(svg).toContain('aria-label="a &quot;walk&quot;"')
  expect(svg.match(/<image /g)).toHaveLength(2)
})
