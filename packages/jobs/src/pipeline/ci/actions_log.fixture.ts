export interface LoggedStep {
  readonly command: string
  readonly output: string
  readonly exit_code?: number
}

/** A job's log as GitHub Actions writes it; `minute` moves all time stamps. */
export function actionsLog(steps: readonly LoggedStep[], minute = 10): string {
  const lines = [
    "Current runner version: '2.328.0'",
    "##[group]Operating System",
    "Ubuntu",
    "##[endgroup]",
    "##[group]Run actions/checkout@v4",
    "with:",
    "  fetch-depth: 1",
    "##[endgroup]",
    "[command]/usr/bin/git version",
    ...steps.flatMap(({ command, output, exit_code = 0 }) => [
      `##[group]Run ${command}`,
      `\u001b[36;1m${command}\u001b[0m`,
      "shell: /usr/bin/bash -e {0}",
      "##[endgroup]",
      ...output.trim().split("\n"),
      ...(exit_code === 0 ? [] : [`##[error]Process completed with exit code ${exit_code}.`]),
    ]),
    "Post job cleanup.",
    "[command]/usr/bin/git version",
    "Cleaning up orphan processes",
  ]
  const stamp = (line: string, at: number) =>
    `2026-11-23T10:${String(minute).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}.1234567Z ${line}`
  return `\uFEFF${lines.map(stamp).join("\n")}\n`
}

/** What vitest prints for one failing test; `ms` is how long it took. */
export function vitestOutput({ ms = 12, name = "adds", got = 3, root = "" } = {}): string {
  return ` RUN  v4.1.12 ${root}

 ❯ src/sum.test.js (2 tests | 1 failed) ${ms}ms
   × ${name} ${ms}ms
     → expected ${got} to be 4 // Object.is equality

 FAIL  src/sum.test.js > ${name}
AssertionError: expected ${got} to be 4 // Object.is equality
 ❯ ${root}src/sum.test.js:5:21
      3| 
      4| it("${name}", () => {
      5|   expect(sum(2, 2)).toBe(4)
       |                     ^
      6| })

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Start at  10:10:${String(ms % 60).padStart(2, "0")}
   Duration  ${ms}ms
`
}
