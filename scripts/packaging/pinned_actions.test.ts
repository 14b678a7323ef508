import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"

const files = ["workflows", "actions/node"].flatMap((folder) =>
  readdirSync(join(root, ".github", folder)).map((file) => join(".github", folder, file)),
)

test.each(files)("%s names actions of others by commit, with the version beside it", (file) => {
  const used = [...readFileSync(join(root, file), "utf8").matchAll(/uses: (.+)/g)].map(([, action]) => action)
  expect(
    used.filter((action) => !/^(?:\.\/.+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+)$/.test(action ?? "")),
  ).toEqual([])
})
