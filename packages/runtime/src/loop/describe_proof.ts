import type { CounterCheck, Proof } from "../protocol/verdict.ts"

const MOST_NAMES = 5

/** A proof in sentences for a person: what ran, on which files, what changed beside the product, what the counter-check said. */
export function describeProof(proof: Proof): string {
  const { command, check_id, source, tests_run, workspace_sha256, check_changed, added_tests } = proof
  const tests = tests_run === undefined ? "" : ` with ${tests_run} ${tests_run === 1 ? "test" : "tests"}`
  const files = workspace_sha256 === undefined ? "" : ` on the files ${workspace_sha256.slice(0, 12)}`
  const told = [
    source === "judge" ? "A judge accepted the work." : `${command ?? check_id} passed${tests}${files}.`,
    proof.replayed === undefined ? "" : `It showed results of an earlier run: ${proof.replayed}.`,
    proof.output_cut === true ? "The middle of its output was left out." : "",
    proof.flaky === true ? "It had failed, and nothing was written in between." : "",
    listed("The run changed what decides it", check_changed),
    listed("It added tests", added_tests),
    proof.counter_check === undefined ? "" : saidBy(proof.counter_check),
    listed("The check itself wrote", proof.written_by_check),
    listed("Ignored files were written before it", proof.ignored_changed),
    listed("Still running", proof.left_running),
  ]
  return told.filter((sentence) => sentence !== "").join(" ")
}

function listed(what: string, names: readonly string[] | undefined): string {
  if (names === undefined || names.length === 0) return ""
  const more = names.length - MOST_NAMES
  return `${what}: ${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`
}

function saidBy({ verdict, files, reason }: CounterCheck): string {
  const names = (files ?? []).slice(0, MOST_NAMES).join(", ")
  if (verdict === "stands_alone")
    return "It passes with everything but the product as before, and fails without the change: the change stands alone."
  if (verdict === "expectation_moved")
    return `An expectation moved with the product: the same tests fail with either ${names} or the product as before.`
  if (verdict === "depends_on") return `The pass depends on ${names}: with them as before, it fails.`
  if (verdict === "not_tested") return "No test fails without the change: it is not tested."
  return `Whether the change stands alone cannot be told: ${reason ?? ""}.`
}
