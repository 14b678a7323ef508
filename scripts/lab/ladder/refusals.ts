import { mkdtemp, readFile, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { BUILD_MANIFESTS } from "@proofloop/foundation/paths"
import type { Model } from "@proofloop/runtime"
import { applyPatches } from "@proofloop/stdlib"
import { detectFailingTests } from "@proofloop/stdlib/critics"
import type { Golden } from "./rung.ts"

/** One reply of the model, and the commit that it was asked at. */
export interface Turn {
  readonly head: string
  readonly text: string
}

/** A model whose replies are kept with the commit of the repository at which each was asked for. */
export function keepingTurns(model: Model, root: string): { readonly model: Model; readonly turns: Turn[] } {
  const turns: Turn[] = []
  const keeping: Model = async (request, options) => {
    const head = await headOf(root)
    const reply = await model(request, options)
    turns.push({ head, text: reply.text })
    return reply
  }
  const { model_name, provider } = model
  return { model: Object.assign(keeping, { model_name, provider }), turns }
}

/** Turns after which no commit came. */
export async function refusedTurns(root: string, turns: readonly Turn[]): Promise<readonly Turn[]> {
  const end = await headOf(root)
  return turns.filter(({ head }, at) => (turns[at + 1]?.head ?? end) === head)
}

/**
 * Refused turns whose change was good: a test failed or could not run without it, none does with it, and everything
 * that must survive a repair is there. Where all tests passed already nobody can tell, and the refusal counts as
 * right.
 */
export async function falseRejections(
  root: string,
  refused: readonly Turn[],
  golden: Golden,
): Promise<readonly Turn[]> {
  const found: Turn[] = []
  for (const turn of refused) if (await isGood(root, turn, golden)) found.push(turn)
  return found
}

async function isGood(root: string, { head, text }: Turn, { must_keep }: Golden): Promise<boolean> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "proofloop-refused-"))
  try {
    await requireGit(folder, ["clone", "--quiet", "--no-checkout", root, "."])
    await requireGit(folder, ["checkout", "--quiet", "--detach", head])
    const before = await detectFailingTests(folder)
    if (before?.size === 0) return false
    const { patches } = JSON.parse(text) as { readonly patches: readonly unknown[] }
    await applyPatches(folder, patches, { allowed_manifests: BUILD_MANIFESTS })
    return (await keepsAll(folder, must_keep)) && (await detectFailingTests(folder))?.size === 0
  } catch {
    // It is no reply, or cannot be applied.
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keepsAll(folder: string, must_keep: Golden["must_keep"]): Promise<boolean> {
  for (const [path, texts] of Object.entries(must_keep)) {
    const content = await readFile(join(folder, path), "utf8")
    if (!texts.every((text) => content.includes(text))) return false
  }
  return true
}

async function headOf(root: string): Promise<string> {
  return (await requireGit(root, ["rev-parse", "HEAD"])).trim()
}
