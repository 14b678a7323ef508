import fc from "fast-check"
import { expect, it } from "vitest"
import type { Language } from "./language.ts"
import type { SyntaxNode } from "./syntax_node.ts"
import { withTree, withTrees } from "./with_tree.ts"

const PARTS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  python: [
    "import a\n",
    "def f(x):\n    return x + 1\n",
    "class A:\n    b = [1,\n    2]\n",
    "x = '''\n",
    "f(\n",
    "\n",
  ],
  typescript: [
    "const a = `\n",
    "${b}`\n",
    "export function f<T>(x: T) { return x }\n",
    "}\n",
    "/* c\n",
    "*/\n",
  ],
  go: ["package a\n", "func F() int {\n", "return 1\n", "}\n", "var s = `\n", "`\n", "// c\n"],
  java: ["class A {\n", "@Test void f() { g(1); }\n", "}\n", "int x = 1;\n", 'String s = """\n', '""";\n'],
  rust: ["fn f() -> u8 {\n", "1\n", "}\n", "#[test]\n", "mod a;\n", 'const S: &str = "\n', '";\n'],
}

function shown(node: SyntaxNode): string {
  const { type, startIndex, endIndex, startPosition } = node
  const inner = node.children.map((child) => (child === null ? "" : shown(child))).join(" ")
  return `(${type} ${startIndex}-${endIndex} ${startPosition.row}:${startPosition.column} ${inner})`
}

it.each(Object.keys(PARTS) as Language[])(
  "a text of %s has the same tree from that of another",
  async (language) => {
    const text = fc
      .array(fc.constantFrom(...(PARTS[language] ?? [])), { maxLength: 12 })
      .map((all) => all.join(""))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 4 }), async (texts) => {
        const together = await withTrees(language, texts, (index, root) => `${index} ${shown(root)}`)
        const alone = await Promise.all(
          texts.map((one, index) => withTree(language, one, (root) => `${index} ${shown(root)}`)),
        )
        expect(together).toEqual(alone)
      }),
      { numRuns: 100 },
    )
  },
)
