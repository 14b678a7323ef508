import { readFile, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { InvalidOptionError } from "@proofloop/runtime"
import { errorCode } from "../workspace/failure.ts"

/** The prompts that are Markdown files, each of which a host may replace. */
export const prompt_names = [
  "triage",
  "fix_plan",
  "plan_review",
  "fix",
  "regression_test",
  "critique",
  "verifier",
  "lens_wiring",
  "lens_concurrency_security",
  "lens_contract_conformance",
] as const

export type PromptName = (typeof prompt_names)[number]

export interface PromptFileOptions {
  /** A folder with files of the same names; those it does not have are this package's own. */
  readonly prompt_dir?: string | undefined
}

/**
 * The text of a prompt with each `{{name}}` replaced by its value, once: what a value contains is never replaced in turn.
 * Rejects with InvalidOptionError for a placeholder without a value, a file that lacks one of the values, and a folder that
 * is not there.
 */
export async function renderPrompt(
  name: PromptName,
  values: Readonly<Record<string, string>>,
  { prompt_dir }: PromptFileOptions = {},
): Promise<string> {
  const { file, text } = await readPrompt(name, prompt_dir)
  const used = new Set<string>()
  const rendered = text.replaceAll(/\{\{([a-z_]{1,64})\}\}/g, (_, key: string) => {
    if (!Object.hasOwn(values, key)) throw badPrompt(file, `{{${key}}} is no value of this prompt`, values)
    used.add(key)
    return values[key] ?? ""
  })
  const missing = Object.keys(values).find((key) => !used.has(key))
  if (missing !== undefined) throw badPrompt(file, `{{${missing}}} is missing`, values)
  return rendered.trim()
}

async function readPrompt(name: PromptName, prompt_dir: string | undefined) {
  const own = join(await ownFolder(), `${name}.md`)
  if (prompt_dir === undefined) return { file: own, text: await readFile(own, "utf8") }
  const file = join(prompt_dir, `${name}.md`)
  try {
    return { file, text: await readFile(file, "utf8") }
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error
    await checkFolder(prompt_dir)
    return { file: own, text: await readFile(own, "utf8") }
  }
}

/** A folder that was misspelt has none of the files, too. */
async function checkFolder(prompt_dir: string): Promise<void> {
  const found = await stat(prompt_dir).catch(() => null)
  if (found?.isDirectory()) return
  throw new InvalidOptionError({ option: "prompt_dir", expected: "an existing folder", got: prompt_dir })
}

let folder: Promise<string> | undefined

/** Beside `src` in a checkout and beside `dist` in the package. */
async function ownFolder(): Promise<string> {
  folder ??= findFolder(dirname(fileURLToPath(import.meta.url)))
  return folder
}

async function findFolder(from: string): Promise<string> {
  const candidate = join(from, "prompts")
  const found = await readFile(join(candidate, "triage.md")).catch(() => null)
  if (found !== null) return candidate
  if (dirname(from) === from) throw new Error("the prompts of @proofloop/stdlib are not installed")
  return findFolder(dirname(from))
}

function badPrompt(file: string, got: string, values: Readonly<Record<string, string>>): InvalidOptionError {
  const names = Object.keys(values).map((key) => `{{${key}}}`)
  return new InvalidOptionError({ option: file, expected: `the placeholders ${names.join(", ")}`, got })
}
