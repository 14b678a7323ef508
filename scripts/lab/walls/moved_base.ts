import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { serveModel } from "./model.ts"
import { makePlace, statesOf, work } from "./place.ts"
import { REPAIR } from "./shop.ts"
import type { Wall } from "./wall.ts"

const BRANCH = "auto/proofloop/fb-1"

export const movedBase: Wall = {
  name: "moved base",
  about: "somebody merges into the base branch between the fix and its pull request",
  async attempt(command, folder) {
    const place = await makePlace(command, folder)
    let moved = false
    const model = await serveModel(REPAIR, async (asked) => {
      if (moved || !asked.includes("Write the regression test")) return null
      moved = true
      await commitToNext(place.forge, join(folder, "colleague"), { "NEWS.md": "Delivery is free.\n" })
      return null
    })
    try {
      await place.add("fb-1")
      const args = ["process", "--no-verifiers", ...work(command, place.forge)]
      const { ended } = await place.run(args, { env: model.env })
      const [base, next] = await Promise.all([
        requireGit(folder, ["--git-dir", place.forge, "merge-base", "next", BRANCH]),
        requireGit(folder, ["--git-dir", place.forge, "rev-parse", "next"]),
      ])
      const on = base === next ? "what the base is now" : "the base as it was"
      return {
        holds: base === next,
        evidence: `exit ${ended}, ${statesOf(await place.rows())}, its branch stands on ${on}`,
      }
    } finally {
      await model.close()
    }
  },
}

export const conflict: Wall = {
  name: "conflict",
  about: "somebody changes the line of an open fix on the base branch",
  async attempt(command, folder) {
    const place = await makePlace(command, folder)
    const model = await serveModel(REPAIR)
    try {
      await place.add("fb-1")
      const args = ["process", "--no-verifiers", ...work(command, place.forge)]
      const opened = await place.run(args, { env: model.env })
      const path = "packages/price/index.js"
      const text = "export const discount = (price, percent) => Math.round(price + (price * percent) / 100)\n"
      await commitToNext(place.forge, join(folder, "colleague"), { [path]: text })
      const later = await place.run(args, { env: model.env })
      const { output } = await place.run(["inbox"])
      const is_told = /conflict/i.test(`${later.output}${output}`)
      return {
        holds: is_told,
        evidence: `exits ${opened.ended} and ${later.ended}, ${statesOf(await place.rows())}, the conflict is ${is_told ? "told" : "not told"}`,
      }
    } finally {
      await model.close()
    }
  },
}

/** Commits files to `next` of a bare forge, by the clone `folder`, which is made. */
async function commitToNext(forge: string, folder: string, files: Readonly<Record<string, string>>) {
  await requireGit(".", ["clone", "--quiet", "--branch", "next", forge, folder])
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  await commitPaths(folder, Object.keys(files), "A colleague's change")
  await requireGit(folder, ["push", "--quiet"])
}
