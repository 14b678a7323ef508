import { readFile } from "node:fs/promises"
import { parse } from "yaml"

/** One promise: a MUST or SHOULD sentence, where it comes from, and since which generation of the loop it holds. */
export interface Requirement {
  readonly text: string
  readonly source: string
  readonly since: "V1" | "V2" | "V3" | "proofloop"
  /** Why no near miss of it exists. */
  readonly no_twin?: string
}

export interface Requirements {
  /** Knobs whose values the cases of a requirement take for granted, by the beginning of the requirement's id. */
  readonly presupposes: Readonly<Record<string, readonly string[]>>
  readonly requirements: Readonly<Record<string, Requirement>>
}

/** Reads `requirements.yaml` of this package. */
export async function loadRequirements(): Promise<Requirements> {
  return parse(await readFile(new URL("../requirements.yaml", import.meta.url), "utf8")) as Requirements
}

/** The knobs a requirement's cases take for granted: those of every listed beginning of its id. */
export function presupposedKnobs({ presupposes }: Requirements, requirement: string): ReadonlySet<string> {
  const fitting = Object.entries(presupposes).filter(
    ([prefix]) => requirement === prefix || requirement.startsWith(`${prefix}.`),
  )
  return new Set(fitting.flatMap(([, names]) => names))
}
