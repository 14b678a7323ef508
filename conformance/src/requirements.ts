import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { packageFolder } from "@proofloop/foundation/files"
import { loadYaml } from "./load_yaml.ts"

/** The systems whose rules the requirements restate; `proofloop` is this project. See docs/concepts.md. */
export const REQUIREMENT_ORIGINS = [
  "harn-v1",
  "harn-v2",
  "harn-v3",
  "critic-stack",
  "verifier",
  "self-correction",
  "proofloop",
] as const

/** A MUST or SHOULD sentence, and the system it comes from. */
export interface Requirement {
  /** The sentence, with its MUST or SHOULD. */
  readonly text: string
  /** The system whose rule it restates. */
  readonly origin: (typeof REQUIREMENT_ORIGINS)[number]
  /** Why no case shows it. Tests beside the code do, and cite its id. */
  readonly no_case?: string
  /** Why it has cases and no near miss of them. */
  readonly no_twin?: string
}

export interface Requirements {
  /** Knobs whose values a requirement's cases assume, by the beginning of the requirement's id. */
  readonly presupposes: Readonly<Record<string, readonly string[]>>
  /** What any implementation can keep. */
  readonly promises: Readonly<Record<string, Requirement>>
  /** What is asked of our own critics, gate, verifiers, ... */
  readonly golden: Readonly<Record<string, Requirement>>
  /** What a loop guarantees against scripted cheaters, and what it reports about them. */
  readonly forged: Readonly<Record<string, Requirement>>
}

/** Reads `requirements.yaml` of this package. */
export async function loadRequirements(): Promise<Requirements> {
  const file = join(packageFolder("@proofloop/conformance", import.meta.url), "requirements.yaml")
  const { parse } = await loadYaml()
  return parse(await readFile(file, "utf8")) as Requirements
}

/** The knobs that a requirement's cases assume: those of every matching prefix. */
export function presupposedKnobs({ presupposes }: Requirements, requirement: string): ReadonlySet<string> {
  const fitting = Object.entries(presupposes).filter(
    ([prefix]) => requirement === prefix || requirement.startsWith(`${prefix}.`),
  )
  return new Set(fitting.flatMap(([, names]) => names))
}
