import { expect, it } from "vitest"
import { readReferences, referenceReader } from "./references.ts"

const named = (files: Record<string, string>): Record<string, readonly string[]> => {
  const { from } = readReferences(new Map(Object.entries(files)), referenceReader(Object.keys(files)))
  return Object.fromEntries([...from].filter(([, to]) => to.size > 0).map(([path, to]) => [path, [...to]]))
}

it.each<readonly [string, Record<string, string>, Record<string, readonly string[]>]>([
  [
    "JavaScript",
    { "checks/sum.js": 'import { sum } from "../sum.js"', "sum.js": "" },
    { "checks/sum.js": ["sum.js"] },
  ],
  [
    "sources of TypeScript by their output",
    { "a/t.ts": 'from "./b.js"', "a/b.ts": "" },
    { "a/t.ts": ["a/b.ts"] },
  ],
  ["a folder's module", { "t.js": 'require("./lib")', "lib/index.js": "" }, { "t.js": ["lib/index.js"] }],
  ["Python", { "t/x.py": "from app.core import add\n", "app/core.py": "" }, { "t/x.py": ["app/core.py"] }],
  [
    "Python beside it",
    { "tasks.py": "import ci_steps\n", "ci_steps.py": "" },
    { "tasks.py": ["ci_steps.py"] },
  ],
  [
    "Python below a source folder",
    { "t.py": "import shop.cart\n", "src/shop/cart.py": "" },
    { "t.py": ["src/shop/cart.py"] },
  ],
  ["Go", { "a_test.go": '\t"example.com/shop/cart"\n', "shop/cart/x.go": "" }, {}],
  [
    "Rust",
    { "tests/a.rs": "use shop::cart::Cart;\n", "src/shop/cart.rs": "" },
    { "tests/a.rs": ["src/shop/cart.rs"] },
  ],
  [
    "Java",
    { "T.java": "import com.shop.Cart;\n", "src/com/shop/Cart.java": "" },
    { "T.java": ["src/com/shop/Cart.java"] },
  ],
  ["C", { "t.c": '#include "cart.h"\n', "include/cart.h": "" }, { "t.c": ["include/cart.h"] }],
  ["a shell", { "ci/run": "set -e\n. ci/lib.sh\n", "ci/lib.sh": "" }, { "ci/run": ["ci/lib.sh"] }],
  [
    "data by its path",
    { "t.py": 'open("expected/sum.txt")', "expected/sum.txt": "" },
    { "t.py": ["expected/sum.txt"] },
  ],
  ["no word of a statement", { "a.js": "const x = sum\nreturn add(sum)", "sum.js": "" }, {}],
])("reads what files name: %s", (_what, files, expected) => {
  expect(named(files)).toEqual(expected)
})
