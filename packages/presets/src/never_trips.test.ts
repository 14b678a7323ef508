import type { ToolResult } from "@proofloop/runtime/internal/detector"
import { expect, test } from "vitest"
import { fails, ok, patternsOf, times, type Turn } from "./recommended.fixture.ts"

const failing = (names: readonly string[]): ToolResult =>
  fails(
    `${names.map((name) => `FAILED tests/test_shop.py::${name} - AssertionError: ${name}`).join("\n")}\n${names.length} failed, ${40 - names.length} passed in 1.2s`,
  )
const passing = (count: number): ToolResult => ok(`${count} passed in 0.4s`)

const sessions: Readonly<Record<string, readonly Turn[]>> = {
  "100 polls of a build that moves": times(100, (at) => [
    "gh run watch 42 --exit-status",
    { status: "running", output: `step ${at}` },
  ]),
  "a watch mode": times(40, (at) => ["npx vitest --watch", { status: "running", output: `RERUN ${at}` }]),
  "retries with a longer and longer wait": times(5, (at) => [
    `sleep ${2 ** at} && curl -sf https://shop.test/health`,
    at < 4 ? fails("", 22) : ok("up"),
  ]),
  "retries with a longer and longer wait that say why": times(12, (at) => [
    `sleep ${2 ** at} && curl http://localhost:8080/health`,
    fails("curl: (7) Failed to connect to localhost port 8080 after 0 ms: Couldn't connect to server", 7),
  ]),
  "retries of a service that refuses": times(12, (at) => [
    `sleep ${2 ** at}; gh api /rate`,
    fails("HTTP 429: rate limit exceeded"),
  ]),
  "retries of other commands after a wait": times(12, (at) => [
    `sleep ${at + 1}; pg_isready -h localhost -t ${at}`,
    fails("localhost:5432 - no response", 2),
  ]),
  "a bisect of 20 steps": times(20, (at) => [
    "git bisect run npm test",
    ok(`Bisecting: ${2 ** (20 - at)} revisions left to test after this (roughly ${20 - at} steps)`),
  ]),
  "a bisect of which every step fails": times(20, (at): readonly Turn[] => [
    ["pytest -q", failing(["test_total"])],
    [
      "git bisect bad",
      ok(
        `Bisecting: ${2 ** (20 - at)} revisions left to test after this (roughly ${20 - at} steps)\n[${at}] a`,
      ),
    ],
  ]).flat(),
  "a bisect of one command a step": times(20, (at) => [
    "pytest -q; git bisect bad",
    ok(
      `FAILED tests/test_a.py::test_a - assert 1\n1 failed, 39 passed in 1.2s\nBisecting: ${2 ** (20 - at)} revisions left to test after this`,
    ),
  ]),
  "a bisect by hand": times(20, (at): readonly Turn[] => [
    [`git checkout ${(at * 7919).toString(16)}abc`, ok(`HEAD is now at ${at * 7919}`)],
    ["pytest tests -q", at % 2 === 0 ? failing(["test_total"]) : passing(40)],
  ]).flat(),
  "a sweep of 30 parameters": times(30, (at) => [
    `python train.py --rate ${(at + 1) / 100}`,
    ok(`loss ${(1 / (at + 1)).toFixed(4)}`),
  ]),
  "a sweep of 30 parameters that prints nothing": times(30, (at) => [
    `python train.py --rate ${(at + 1) / 100} --out runs/${at}.json`,
    ok(""),
  ]),
  "a sweep of 30 parameters that changes nothing": times(30, (at) => [
    `python train.py --rate ${(at + 1) / 100}`,
    ok("accuracy 0.91"),
  ]),
  "one command a file that prints nothing": times(30, (at) => [`npx eslint src/part_${at}.ts`, ok("")]),
  "builds with other flags": times(12, (at) => [`gcc -O${at % 4} -DSIZE=${at} -o bench bench.c`, ok("")]),
  "a growing suite": times(20, (at): readonly Turn[] => [
    [`edit tests/test_${at}.py`, ok(`added test ${at}`)],
    ["pytest -q", failing([`test_new_${at}`])],
    [`edit src/part_${at}.py`, ok(`implemented ${at}`)],
    ["pytest -q", passing(40 + at)],
  ]).flat(),
  "one failure fewer after each edit": times(12, (at): readonly Turn[] => [
    [`edit src/part_${at}.py`, ok(`changed ${at}`)],
    ["pytest -q", failing(times(12 - at, (test) => `test_${test}`))],
  ]).flat(),
  "a user who says again": times(10, (): readonly Turn[] => [null, ["npm test", passing(40)]]).flat(),
  "sub-agents in one session": times(8, (at): readonly Turn[] => [
    [`cd service_${at % 4} && npm test`, failing([`test_${at % 4}_${at}`])],
    [`edit service_${at % 4}/index.js`, ok(`changed ${at}`)],
  ]).flat(),
  "three tools tried once each": ["gradle", "mvn", "javac"].map((tool): Turn => [
    `${tool} -version`,
    fails(`bash: line 1: ${tool}: command not found`, 127),
  ]),
  "many files read": times(40, (at) => [`cat src/part_${at}.ts`, ok(`export const part = ${at}`)]),
  "a formatter after each edit": times(12, (at): readonly Turn[] => [
    [`edit src/part_${at}.ts`, ok(`changed ${at}`)],
    [`npx prettier --write src/part_${at}.ts`, ok(`src/part_${at}.ts ${20 + at}ms`)],
  ]).flat(),
  "refactoring with green tests": times(15, (at): readonly Turn[] => [
    [`edit src/part_${at}.ts`, ok(`changed ${at}`)],
    ["npm test", passing(40)],
  ]).flat(),
}

test.each(Object.entries(sessions))("the recommended presets say nothing to %s", (_session, calls) => {
  expect(patternsOf(calls)).toEqual([])
})

test.each<readonly [string, Turn]>([
  ["polls of a build", ["gh run watch 42 --exit-status", { status: "running", output: "in progress" }]],
  ["looks at a status that stays", ["kubectl get pods -w", ok("shop-1 Pending")]],
])("the recommended presets only hint at every tenth of 100 %s", (_what, turn) => {
  expect(patternsOf(times(100, () => turn))).toEqual(times(10, (at) => `${10 * at + 9}: unchanged_wait`))
})
