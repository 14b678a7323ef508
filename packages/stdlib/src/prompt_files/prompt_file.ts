import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { errorCode, InvalidOptionError } from "@proofloop/foundation/errors"
import { packageFolder } from "@proofloop/foundation/files"

export interface PromptFileOptions {
  /** A folder with files of the same names; missing ones come from the package. */
  readonly prompt_dir?: string | undefined
}

/** A prompt with each `{{name}}` replaced, once. Rejects with InvalidOptionError when values, placeholders or the folder do not fit. */
export type RenderPrompt<Name extends string> = (
  name: Name,
  values: Readonly<Record<string, string>>,
  options?: PromptFileOptions,
) => Promise<string>

/** Renders the Markdown files in the folder `prompts` of a package, given its name and a module's `import.meta.url`. */
export function promptRenderer<Name extends string>(
  package_name: string,
  module_url: string | undefined,
): RenderPrompt<Name> {
  let folder: string | undefined
  return async (name, values, { prompt_dir } = {}) => {
    folder ??= join(packageFolder(package_name, module_url), "prompts")
    const { file, text } = await readPrompt(join(folder, `${name}.md`), name, prompt_dir)
    return fillIn(file, text, values)
  }
}

function fillIn(file: string, text: string, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>()
  const rendered = text.replaceAll(/\{\{([a-z_]{1,64})\}\}/g, (_, key: string) => {
    if (!Object.hasOwn(values, key)) throw badPrompt(file, `{{${key}}} is not a value of this prompt`, values)
    used.add(key)
    return values[key] ?? ""
  })
  const missing = Object.keys(values).find((key) => !used.has(key))
  if (missing !== undefined) throw badPrompt(file, `{{${missing}}} is missing`, values)
  return rendered.trim()
}

async function readPrompt(own: string, name: string, prompt_dir: string | undefined) {
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

/** A misspelt folder has none of the files, either. */
async function checkFolder(prompt_dir: string): Promise<void> {
  const found = await stat(prompt_dir).catch(() => null)
  if (found?.isDirectory()) return
  throw new InvalidOptionError({ option: "prompt_dir", expected: "an existing folder", got: prompt_dir })
}

function badPrompt(file: string, got: string, values: Readonly<Record<string, string>>): InvalidOptionError {
  const names = Object.keys(values).map((key) => `{{${key}}}`)
  return new InvalidOptionError({ option: file, expected: `the placeholders ${names.join(", ")}`, got })
}
