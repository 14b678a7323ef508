import { join } from "node:path"
import { git } from "@proofloop/foundation/git"
import type { Feedback } from "@proofloop/jobs/feedback"
import { expect } from "vitest"
import { call } from "../console/io.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import type { processedLine } from "./report.ts"

/** Adds the feedback fb-1 by the command. */
export async function add(cwd: string, ...more: readonly string[]): Promise<void> {
  const args = ["feedback", "add", "discount(100, 10) gives 110. It should be 90!", "--severity", "high"]
  const { code, stderr } = await call([...args, "--id", "fb-1", ...more], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
}

/** `feedback process` or `feedback verify`, with what it tells as JSON. */
export async function processed(
  cwd: string,
  action: "process" | "verify",
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const args = ["feedback", action, "--json", "--unsafe-host-runner", "--setup", "", ...more]
  const { code, stdout, stderr } = await call(args, { cwd, env })
  return {
    code,
    stderr,
    ...(JSON.parse(stdout) as { processed: readonly ReturnType<typeof processedLine>[] }),
  }
}

/** Every row's state, by id. */
export async function states(cwd: string): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await call(["feedback", "list", "--json"], { cwd })
  const { feedback } = JSON.parse(stdout) as { feedback: readonly Feedback[] }
  return Object.fromEntries(feedback.map(({ id, state }) => [id, state]))
}

/** The actions of a person in docs/self-correction.md. Resolves to the clone. */
export async function mergeByHand(
  cwd: string,
  before_merge: (folder: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const review = join(await emptyFolder(), "review")
  await plainGit(cwd, "clone", "--quiet", ".proofloop/forge.git", review)
  await plainGit(review, "switch", "--quiet", "next")
  await before_merge(review)
  await plainGit(review, "merge", "--quiet", "--no-edit", "origin/auto/proofloop/fb-1")
  await plainGit(review, "push", "--quiet")
  return review
}

export async function plainGit(cwd: string, ...args: readonly string[]): Promise<string> {
  const { exit_code, stdout, stderr } = await git(cwd, args)
  expect({ exit_code, stderr }).toMatchObject({ exit_code: 0 })
  return stdout
}
