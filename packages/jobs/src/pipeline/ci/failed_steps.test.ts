import { expect, it } from "vitest"
import { failedSteps } from "./failed_steps.ts"

const log = (...lines: readonly string[]) =>
  lines.map((line) => `2026-11-23T10:10:00.1234567Z ${line}`).join("\r\n")
const step = (command: string, ...lines: readonly string[]) => [
  `##[group]Run ${command}`,
  "shell: /usr/bin/bash -e {0}",
  "##[endgroup]",
  ...lines,
]
const FAILED = "##[error]Process completed with exit code 2."

it.each([
  [
    "a step, without what follows its end",
    log(...step("make", "error: x", FAILED, "##[error]Executing the container failed", "Post job cleanup.")),
    { text: "error: x", command: "make", exit_code: 2 },
  ],
  [
    "a step that was ended, with the reason",
    log(...step("npm test", "listening", "##[error]The operation was canceled.", "Post job cleanup.")),
    { text: "listening\nThe operation was canceled.", command: "npm test", exit_code: null },
  ],
  [
    "annotated lines, as the tool printed them",
    log(...step("npx tsc", "##[error]src/a.ts(3,5): error TS2304: no x", FAILED)),
    { text: "src/a.ts(3,5): error TS2304: no x", command: "npx tsc", exit_code: 2 },
  ],
  [
    "two steps, without a command that both ran",
    log(...step("make", "one", FAILED), ...step("echo ok", "ok"), ...step("npm test", "two", FAILED)),
    { text: "one\ntwo", command: null, exit_code: 2 },
  ],
  [
    "what failed before the first step",
    log("Prepare", "##[error]Unable to download actions/checkout"),
    { text: "Prepare\nUnable to download actions/checkout", command: null, exit_code: null },
  ],
  [
    "a step that never ended its head",
    log("##[group]Run make", "error: x", FAILED),
    { text: "Run make\nerror: x", command: "make", exit_code: 2 },
  ],
  ["any other log", "one\ntwo\n", { text: "one\ntwo\n", command: null, exit_code: null }],
])("keeps of a log %s", (_, text, steps) => {
  expect(failedSteps(text)).toEqual(steps)
})
