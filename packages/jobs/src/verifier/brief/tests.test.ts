import { expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../../foundation/src/git/repository.fixture.ts"
import { testsOfChange } from "./tests.ts"
import { openTrees } from "./trees.ts"

const NO_TEST = "it('adds', () => undefined)\n"

it.each<[string, Record<string, string>, readonly string[]]>([
  ["inside a source of Rust", { "src/lib.rs": "#[cfg(test)]\nmod tests {}\n" }, ["src/lib.rs"]],
  [
    "inside other sources of a crate",
    {
      "src/lib.rs": "mod snake;\npub(crate) fn transform() {}\n",
      "src/snake.rs": "use crate::transform;\n#[cfg(test)]\nmod tests {}\n",
      "src/other.rs": "use crate::transform;\n",
      "Cargo.toml": '[package]\nname = "heck"\n',
    },
    ["src/snake.rs"],
  ],
  [
    "of a crate, through its modules",
    {
      "src/db.rs": "pub fn find() {}\n",
      "src/lib.rs": "pub mod db;\n",
      "Cargo.toml": '[package]\nname = "shop"\n',
      "tests/all.rs": "use shop::find;\n",
    },
    ["tests/all.rs"],
  ],
  [
    "that name a package of the workspace",
    {
      "packages/lib/index.js": "",
      "packages/lib/package.json": '{ "name": "@m/lib" }',
      "packages/app/add.test.js": 'import { add } from "@m/lib"\n',
      "packages/app/other.test.js": NO_TEST,
    },
    ["packages/app/add.test.js"],
  ],
  [
    "of the main file, by its folder",
    {
      "lib/index.js": "",
      "package.json": '{ "main": "lib" }',
      "test/a.js": 'const a = require("../")\n',
    },
    ["test/a.js"],
  ],
  [
    "of a package of Python below src",
    {
      "src/shop/price.py": "RATE = 1\n",
      "src/shop/__init__.py": "from shop.price import RATE\n",
      "tests/test_shop.py": "import shop\n",
      "tests/test_other.py": "import os\n",
    },
    ["tests/test_shop.py"],
  ],
  [
    "that import it, before those that reach it",
    {
      "lib/deep.js": "",
      "lib/index.js": 'export * from "./deep.js"\n',
      "test/deep.test.js": 'import "../lib/deep.js"\n',
      "test/index.test.js": 'import "../lib/index.js"\n',
    },
    ["test/deep.test.js"],
  ],
  ["that are about nothing of it", { "a.js": "", "test/b.test.js": NO_TEST }, []],
])("the tests of a change are those %s", async (_, files, tests) => {
  const root = await repositoryWith(files)
  const [changed = ""] = Object.keys(files)
  await addFiles(root, { [changed]: `${files[changed] ?? ""}\n` })
  const trees = await openTrees(root, {})
  expect(await testsOfChange(trees)).toEqual(tests)
  await trees.scratch.remove()
})
