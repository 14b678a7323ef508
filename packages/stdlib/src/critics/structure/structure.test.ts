import { expect, it } from "vitest"
import { judge } from "../preservation/preservation.fixture.ts"
import { structure } from "./structure.ts"

type Files = Readonly<Record<string, string>>

async function rulesOf(before: Files, change: Readonly<Record<string, string | null>>) {
  const verdict = await judge(structure, before, change)
  return verdict.status === "fail"
    ? verdict.violations.map(({ path, rule, evidence }) => `${path} ${rule} ${evidence}`)
    : []
}

const CART = `package shop

class Cart(private val rates: Rates) : Base() {
  fun total(items: List<Item>): Int {
    if (items.isEmpty()) { return 0 }
    return items.sumOf { it.price } // "}" is no end
  }

  fun applyDiscount(code: String): Int {
    return total(emptyList())
  }
}
`
const WITHOUT_DISCOUNT = CART.replace(/\n {2}fun applyDiscount[^]*? {2}\}\n/, "\n")
const TILL = `package till\n\nclass Till(val cart: Cart) {\n  fun pay() { cart.applyDiscount("a") }\n}\n`
const FILES = { "shop/Cart.swift": CART, "till/Till.swift": TILL }

it.each([
  [
    "a block without its end",
    FILES,
    { "shop/Cart.swift": CART.replace(/\}\n$/, "") },
    "shop/Cart.swift unbalanced {",
  ],
  ["an end too many", FILES, { "shop/Cart.swift": `${CART}}\n` }, "shop/Cart.swift unbalanced }"],
  ["a file without content", FILES, { "shop/Cart.swift": "\n" }, "shop/Cart.swift emptied shop/Cart.swift"],
  [
    "a method that others call",
    FILES,
    { "shop/Cart.swift": WITHOUT_DISCOUNT },
    "shop/Cart.swift vanished_definition applyDiscount",
  ],
  [
    "a file that others use",
    FILES,
    { "shop/Cart.swift": null },
    "shop/Cart.swift vanished_definition applyDiscount",
  ],
  [
    "a file to load that is not there",
    { "lib/a.lua": 'require("lib/b")\n', "lib/b.lua": "" },
    { "lib/a.lua": 'require("lib/b")\nrequire("lib/gone")\n' },
    "lib/a.lua missing_file lib/gone",
  ],
  [
    "a file to load that is not there, in a language with a grammar",
    { "lib/a.rb": "require_relative 'a/b'\n", "lib/a/b.rb": "" },
    { "lib/a.rb": "require_relative 'a/b'\nrequire_relative 'a/gone'\n" },
    "lib/a.rb missing_file a/gone",
  ],
  [
    "a header that is not there",
    { "src/a.cpp": '#include "b.hpp"\n', "src/b.hpp": "" },
    { "src/a.cpp": '#include "b.hpp"\n#include "gone.hpp"\n' },
    "src/a.cpp missing_file gone.hpp",
  ],
  [
    "a folder to build that is not there",
    { "a.cmake": "add_subdirectory(src)\nadd_subdirectory(test)\n", "src/a.cpp": "", "test/b.cpp": "" },
    { "a.cmake": "add_subdirectory(src)\nadd_subdirectory(bench)\n" },
    "a.cmake missing_file bench",
  ],
  [
    "a project that is not there",
    { "a/a.csproj": '<P>\n  <R Include="..\\b\\b.csproj" />\n</P>\n', "b/b.csproj": "<P />\n", "c/d.cs": "" },
    { "b/b.csproj": '<P>\n  <R Include="..\\gone\\d.csproj" />\n</P>\n' },
    "b/b.csproj missing_file ../gone/d.csproj",
  ],
])("%s is told", async (_what, files, change, told) => {
  expect(await rulesOf(files, change)).toContain(told)
})

it.each([
  [
    "a condition of the preprocessor, whose branches both begin a block",
    FILES,
    { "shop/Cart.swift": CART.replace("{", "{\n#if DEBUG\nif a {\n#else\nif b {\n#endif\n}") },
  ],
  ["a longer file", FILES, { "shop/Cart.swift": CART.replace("return 0", 'println("{"); return 0') }],
  [
    "a method that is gone with its calls",
    FILES,
    { "shop/Cart.swift": WITHOUT_DISCOUNT, "till/Till.swift": null },
  ],
  [
    "a method of another class with the name",
    { ...FILES, "till/Till.swift": TILL.replace("Cart", "Basket").replace("cart", "basket") },
    { "shop/Cart.swift": WITHOUT_DISCOUNT },
  ],
  [
    "a method that moved",
    FILES,
    {
      "shop/Cart.swift": WITHOUT_DISCOUNT,
      "shop/Discounts.swift": "fun Cart.applyDiscount(code: String): Int {\n  return 1\n}\n",
    },
  ],
  [
    "a renamed method",
    FILES,
    {
      "shop/Cart.swift": CART.replace("applyDiscount", "discount"),
      "till/Till.swift": TILL.replace("applyDiscount", "discount"),
    },
  ],
  [
    "a file that a build makes",
    { "src/a.zig": '@import("b.zig")\n', "src/b.zig": "", "src/config.zig.in": "" },
    { "src/a.zig": '@import("b.zig")\n@import("config.zig")\n' },
  ],
  [
    "a word that loads nothing",
    { "a.lua": 'print("lib/x")\n', "lib/y.lua": "" },
    { "a.lua": 'print("lib/x")\nprint("lib/z")\n' },
  ],
  [
    "a call of other names than paths",
    { "a.cmake": "project(src)\ninclude(src)\ninclude(GNUInstallDirs)\n", "src/a.cpp": "" },
    { "a.cmake": "project(shop)\ninclude(src)\ninclude(CTest)\n" },
  ],
  ["a text whose braces never matched", { "a.tmpl": "{ { {\n" }, { "a.tmpl": "{ {\n" }],
  ["a language with a grammar", { "a.py": "def a():\n  return {}\n" }, { "a.py": "" }],
])("%s passes", async (_what, files: Files, change) => {
  expect(await rulesOf(files, change)).toEqual([])
})

it("is unable where the users of a name are too many to read", async () => {
  const others = Object.fromEntries(Array.from({ length: 2001 }, (_none, at) => [`other/${at}.swift`, ""]))
  const change = { "shop/Cart.swift": WITHOUT_DISCOUNT }
  expect(await judge(structure, { ...FILES, ...others }, change)).toMatchObject({
    status: "unable",
    reason: expect.stringContaining("too many to look for users of a name") as string,
  })
})
