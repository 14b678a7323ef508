import { rename, symlink } from "node:fs/promises"
import { join } from "node:path"
import type { FileChange } from "@proofloop/foundation/git"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type AppliedPatches, applyWatched } from "./apply_patches.ts"
import { buildHouse, type House } from "./house.fixture.ts"
import { snapshot } from "./patch.fixture.ts"
import type { PatchOptions } from "./patch.ts"
import { PatchError } from "./patch_error.ts"
import { patchSet } from "./patch_sets.fixture.ts"
import { recoverPatches } from "./recover_patches.ts"

const numRuns = Number(process.env["PROOFLOOP_RUNS"] ?? 300)

let house: House
let untouched: ReturnType<typeof snapshot>
const SEEN = { applied: 0, refused: 0, failed: 0, swapped: 0 }

async function rebuild() {
  await house?.remove()
  house = await buildHouse()
  untouched = snapshot(house.path)
}

beforeAll(rebuild)
afterAll(() => house.remove())

const fate = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ is: "revert" as const }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant("fail" as const), at: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("swap" as const), at: fc.nat(2) }) },
)

test(
  "no set of patches leaves the root, touches what is denied, or leaves a trace when it fails or is reverted",
  { timeout: 60_000 + numRuns * 100 },
  async () => {
    const patches_and_fate = fc.asyncProperty(patchSet, fate, fc.boolean(), async (patches, end, keep) => {
      let step = 0
      let is_swapped = false
      const watch = async () => {
        if (end.is === "fail" && step === end.at) throw new Error("injected")
        if (end.is === "swap" && step === end.at) {
          await swapFolder()
          is_swapped = true
        }
        step += 1
      }
      const outcome = await attemptWatched(patches, { until_accepted: keep }, watch)
      if (is_swapped) return expectOutsideAlone()
      expect(outcome.error === null || outcome.error instanceof PatchError).toBe(true)
      expectOnly(outcome.applied?.change.files ?? [])
      const reverted = await outcome.applied?.revert().catch((error: unknown) => String(error))
      if (is_swapped) return expectOutsideAlone()
      // A failed revert leaves the state of a killed process.
      const undone = await recoverPatches(house.root)
      expect(undone.length > 0).toBe(reverted !== undefined)
      SEEN[nameOf(outcome)] += 1
      expect(snapshot(house.path)).toEqual(untouched)
    })
    await fc.assert(
      patches_and_fate.afterEach(async () => {
        if (JSON.stringify(snapshot(house.path)) !== JSON.stringify(untouched)) await rebuild()
      }),
      { numRuns },
    )
    expect(Math.min(SEEN.applied, SEEN.refused)).toBeGreaterThan(0)
    if (numRuns >= 10_000) process.stdout.write(`${numRuns} patch sets: ${JSON.stringify(SEEN)}\n`)
  },
)

/** Between checking and writing, a folder on the way becomes a link that leads out. */
async function swapFolder() {
  await rename(join(house.root, "src"), join(house.root, "src.kept"))
  await symlink("../outside", join(house.root, "src"))
}

function expectOutsideAlone() {
  SEEN.swapped += 1
  const isOutside = (path: string) => !path.startsWith("root/") || /^root\/\.(git|env)/.test(path)
  const outside = (state: typeof untouched) => Object.entries(state).filter(([path]) => isOutside(path))
  expect(outside(snapshot(house.path))).toEqual(outside(untouched))
}

/** The disk holds what the change says, and everything else is unchanged. */
function expectOnly(files: readonly FileChange[]) {
  const now = snapshot(house.path)
  const expected = new Map(Object.entries(untouched))
  const isFile = ([path, what]: readonly [string, string]) =>
    what !== "folder" || untouched[path] !== undefined
  for (const { path, after } of files) {
    const mode = expected.get(`root/${path}`)?.split(" ", 1)[0] ?? "644"
    if (after === null) expected.delete(`root/${path}`)
    else expected.set(`root/${path}`, `${mode} ${Buffer.from(after).toString("latin1")}`)
    expect(path).not.toMatch(NEVER)
  }
  expect(Object.fromEntries(Object.entries(now).filter(isFile))).toEqual(Object.fromEntries(expected))
}

const NEVER = /(^|\/)\.(git|proofloop)(\/|$)|^\.github\/workflows(\/|$)|(^|\/)(\.env|package\.json|go\.sum)$/i

type Outcome = { readonly error: unknown; readonly applied: AppliedPatches | null }

async function attemptWatched(
  patches: readonly unknown[],
  options: PatchOptions,
  watch: () => Promise<void>,
): Promise<Outcome> {
  try {
    return { error: null, applied: await applyWatched(house.root, patches, options, watch) }
  } catch (error) {
    return { error, applied: null }
  }
}

function nameOf({ error, applied }: Outcome): "applied" | "failed" | "refused" {
  if (applied !== null) return "applied"
  return error instanceof PatchError && error.message === "injected" ? "failed" : "refused"
}
