import { existsSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import {
  type Implementation,
  loadCases,
  loadPreset,
  ourImplementation,
  type Preset,
  reporters,
  runSuite,
  stdioImplementation,
} from "@proofloop/conformance"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../exit_code.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"
import { splitCommand } from "./split_command.ts"

/** Runs the suite. Exit code 1 if a case failed, 2 if there is nothing to run or nothing to ask. */
export async function runConformance(input: Input, io: Io): Promise<number> {
  const reporter = reporterOf(input)
  const filter = input.text("filter")
  const preset = await readPreset(input.text("preset"), io)
  const skip = input.texts("skip")
  const cases = (await loadCases(undefined, filter)).filter(
    ({ id, requirement }) => !skip.some((text) => id.includes(text) || requirement.includes(text)),
  )
  const implementation = await openImplementation(input.text("implementation"), io)
  try {
    const result = await runSuite({
      cases,
      implementation,
      ...(filter === undefined ? {} : { filter }),
      ...(preset === undefined ? {} : { preset }),
    }).catch((error: unknown) => {
      throw new Misuse(`conformance: ${messageOf(error)}`)
    })
    write(reporters[reporter](result), result, input, io)
    return result.failed === 0 ? exitCodes.clean : exitCodes.findings
  } finally {
    await implementation.close()
  }
}

function reporterOf(input: Input): keyof typeof reporters {
  if (input.json) return "json"
  const name = input.text("reporter")
  return name === "tap" || name === "junit" ? name : "human"
}

function write(
  report: string,
  { passed, failed }: { readonly passed: number; readonly failed: number },
  input: Input,
  { stdout, stderr, cwd }: Io,
): void {
  const file = input.text("output-file")
  if (file === undefined) return stdout.write(report)
  try {
    writeFileSync(resolve(cwd, file), report)
  } catch (error) {
    throw new Misuse(`--output-file: ${messageOf(error)}`)
  }
  stderr.write(`${passed} passed, ${failed} failed; the report is in ${file}\n`)
}

async function openImplementation(line: string | undefined, { cwd }: Io): Promise<Implementation> {
  if (line === undefined) return ourImplementation()
  const command = splitCommand(line)
  try {
    return await stdioImplementation({ command, cwd })
  } catch (error) {
    throw new Misuse(`--implementation: ${messageOf(error)}`)
  }
}

/** A file of options, or the name of a shipped preset. */
async function readPreset(given: string | undefined, { cwd }: Io): Promise<Preset | undefined> {
  if (given === undefined) return undefined
  const { presetNames, resolvePreset } = await import("@proofloop/presets")
  const file = resolve(cwd, given)
  if (!existsSync(file)) {
    if (presetNames.some((name) => name === given))
      return JSON.parse(JSON.stringify(resolvePreset(given))) as Preset
    throw new Misuse(`--preset: no file ${file}, and no preset of that name`, {
      name: given,
      known: presetNames,
    })
  }
  try {
    return await loadPreset(file)
  } catch (error) {
    throw new Misuse(`--preset: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
