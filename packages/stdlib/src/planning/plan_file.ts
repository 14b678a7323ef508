import { readFile } from "node:fs/promises"
import { extname } from "node:path"
import { InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { loadParsers } from "../parsers/load_parsers.ts"
import { isUnable } from "../parsers/unable_error.ts"
import type { Plan } from "./plan.ts"
import { parsePlan } from "./plan_schema.ts"

const MAX_BYTES = 1024 * 1024

/** Reads a plan from a JSON or YAML file of at most 1 MiB, not yet post-processed. Throws InvalidOptionError naming file and place. */
export async function readPlan(path: string): Promise<Plan> {
  const text = await readText(path)
  const value = extname(path).toLowerCase() === ".json" ? parseJson(text, path) : await parseYaml(text, path)
  return parsePlan(value, `${path}: plan`)
}

async function readText(path: string): Promise<string> {
  let text: string
  try {
    text = await readFile(path, "utf8")
  } catch (error) {
    throw new InvalidOptionError({
      option: path,
      expected: "a file that can be read",
      got: firstLine(thrownMessage(error)),
    })
  }
  if (text.length > MAX_BYTES)
    throw new InvalidOptionError({ option: path, expected: "at most 1 MiB", got: text })
  return text.replace(/^\uFEFF/, "")
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidOptionError({ option: path, expected: "JSON", got: firstLine(thrownMessage(error)) })
  }
}

async function parseYaml(text: string, path: string): Promise<unknown> {
  const parsers = await loadParsers().catch((error: unknown) => {
    if (!isUnable(error)) throw error
    const expected = `a JSON file, as ${error.message}`
    throw new InvalidOptionError({ option: path, expected, got: extname(path) })
  })
  const parsed = await parsers.parseYaml(text, "1.2")
  if ("value" in parsed) return parsed.value
  const { line, column, message: why } = parsed.error
  throw new InvalidOptionError({
    option: path,
    expected: "YAML",
    got: `${why} in line ${line}, column ${column}`,
  })
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? ""
}
