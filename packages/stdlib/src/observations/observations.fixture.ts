import type { Observation } from "./observation.ts"

export function observed(details: Partial<Observation> = {}): Observation {
  return {
    run_id: "run-1",
    agent: "proofloop",
    subtask_id: "T001-S01",
    model: "small",
    branch: "improve",
    commit_sha: null,
    outcome: "fail",
    touched_files: ["src/a.py"],
    failure_modes: ["ast_diff"],
    confidence: 0.3,
    repository: "shop",
    ...details,
  }
}
