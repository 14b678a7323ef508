import { expect, test } from "vitest"
import { root } from "../setup.mjs"
import { pagesIn, sidebarOf } from "./sidebar.ts"
import { sitePages } from "./site_pages.ts"

test("headings become groups, and a folder its pages in the order of its README", () => {
  const pages = [
    {
      path: "docs/README.md",
      text: "# All\n\n## One\n\n- [The `a`](a.md): words\n- [Folder](f/README.md)\n",
    },
    { path: "docs/a.md", text: "# A" },
    { path: "docs/f/README.md", text: "# F\n\n[second](z.md) [first](b.md#x)\n" },
    { path: "docs/f/b.md", text: "# Page `b`" },
    { path: "docs/f/y.md", text: "# Page y" },
    { path: "docs/f/z.md", text: "# Page z" },
  ]
  expect(sidebarOf(pages)).toEqual([
    {
      text: "One",
      items: [
        { text: "The a", path: "docs/a.md" },
        {
          text: "Folder",
          path: "docs/f/README.md",
          items: [
            { text: "Page z", path: "docs/f/z.md" },
            { text: "Page b", path: "docs/f/b.md" },
            { text: "Page y", path: "docs/f/y.md" },
          ],
        },
      ],
    },
  ])
})

test("docs/README.md names every page of the docs; a new one gets a line there", () => {
  const pages = sitePages(root)
  const named = new Set([...pagesIn(sidebarOf(pages)), "README.md", "docs/README.md"])
  const docs = pages.filter(({ path }) => /^(?:docs|packages|conformance)\//.test(path))
  expect(docs.map(({ path }) => path).filter((path) => !named.has(path))).toEqual([])
  const there = new Set(pages.map(({ path }) => path))
  expect([...named].filter((path) => !there.has(path))).toEqual([])
})
