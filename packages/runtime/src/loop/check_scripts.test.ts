import { mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { checkScripts } from "./check_scripts.ts"

const FILES = {
  "package.json": JSON.stringify({
    scripts: {
      test: "npm run unit && sh ci/all.sh",
      unit: "node tools/unit.mjs",
      pretest: "node tools/pre.mjs",
      loop: "npm run loop",
    },
  }),
  Makefile: "test:\n\t@python scripts/check.py\n\t-npm run unit\n",
  "ci/all.sh": "set -e\n./ci/lint\n. ci/env.sh\n",
  "ci/lint": "#!/bin/sh\nnode tools/lint.mjs\n",
  "ci/plain": ". ci/more\n",
  "ci/more": "node tools/more.mjs\n",
  "big.sh": `node tools/never.mjs\n${"#".repeat(70_000)}\n`,
}

// @requirement proof.check-changed
test.each([
  ["npm test", ["tools/pre.mjs", "ci/all.sh", "tools/unit.mjs", "ci/lint", "ci/env.sh", "tools/lint.mjs"]],
  ["bash ci/plain", ["ci/plain", "ci/more", "tools/more.mjs"]],
  ["make test", ["scripts/check.py", "tools/unit.mjs"]],
  ["bash -c './ci/lint'", ["ci/lint", "tools/lint.mjs"]],
  ["CI=1 timeout 60 sh ci/lint", ["ci/lint", "tools/lint.mjs"]],
  ["python3 -m checks.all", ["checks/all.py", "checks/all/__main__.py", "checks/all/__init__.py"]],
  ["pytest -c cfg/py.ini", ["cfg/py.ini"]],
  ["mocha --require ./setup.js --config=conf/mocha.json", ["setup.js", "conf/mocha.json"]],
  ["node tools", expect.arrayContaining(["tools", "tools/index.js"])],
  ["npm run loop", []],
  ["sh big.sh", ["big.sh"]],
  ["../outside.sh && /usr/bin/check.sh", []],
  ["", []],
])("%s starts %j", async (line, paths) => {
  expect((await checkScripts(await folderWith(FILES), line)).paths).toEqual(paths)
})

test("what is no plain file is not read, and what starts without end is bounded", async () => {
  const root = await folderWith({
    "a.sh": Array.from({ length: 300 }, (_none, at) => `./b${at}.sh`).join("\n"),
  })
  await symlink("/dev/zero", join(root, "zero.sh"))
  await mkdir(join(root, "folder.sh"))
  expect((await checkScripts(root, "sh zero.sh && sh folder.sh")).paths).toEqual(["zero.sh", "folder.sh"])
  expect((await checkScripts(root, "sh a.sh")).paths).toHaveLength(64)
})
