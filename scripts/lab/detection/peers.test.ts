import { describe, expect, test } from "vitest"
import type { Peer, PeerCall } from "./peer.ts"
import { clineHard, clineSoft } from "./peers/cline.ts"
import { crush } from "./peers/crush.ts"
import { geminiCli } from "./peers/gemini_cli.ts"
import { ggcodeHard, ggcodeSoft } from "./peers/ggcode.ts"
import { goose } from "./peers/goose.ts"
import { harnV1, harnV2 } from "./peers/harn.ts"
import { jiuwenswarm } from "./peers/jiuwenswarm.ts"
import { openclaw } from "./peers/openclaw.ts"
import { opencode } from "./peers/opencode.ts"
import { openHands } from "./peers/openhands.ts"
import { qwenCode } from "./peers/qwen_code.ts"
import { rooCode } from "./peers/roo_code.ts"
import { naive, rawHash, stepCap } from "./peers/simple.ts"
import { stella } from "./peers/stella.ts"

type Step = Partial<Omit<PeerCall, "event">>

function calls(steps: readonly Step[]): readonly PeerCall[] {
  return steps.map((step, event) => ({
    event,
    turn: event + 1,
    tool: "bash",
    call_arguments: '{"command":"ls"}',
    command: "ls",
    text: "",
    output: "same",
    is_edit: false,
    is_check: false,
    failed: false,
    ...step,
  }))
}

const repeat = (count: number, ...steps: readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, () => steps).flat()
const other = (at: number): Step => ({ call_arguments: `{"command":"cat ${at}"}`, output: `${at}` })
const EDIT: Step = { tool: "patch", call_arguments: "{}", output: "applied", is_edit: true }
const check = (output: string): Step => ({
  call_arguments: '{"command":"pytest"}',
  command: "pytest",
  is_check: true,
  failed: true,
  output,
})
const pytest = (seconds: string): Step =>
  check(`FAILED a.py::t - AssertionError: 1 != 2\n1 failed in ${seconds}s`)

/** The last step trips, and one repeat fewer does not. */
describe("a peer trips where its rule says, and not one step before", () => {
  const cases: readonly (readonly [Peer, string, readonly Step[]])[] = [
    [openHands, "four equal steps", repeat(4, {})],
    [openHands, "three equal failures", repeat(3, { failed: true })],
    [openHands, "two alternating steps", repeat(3, {}, other(1))],
    [openHands, "three equal messages", repeat(3, { tool: "", text: "done?" })],
    [geminiCli, "five equal calls", repeat(5, {})],
    [geminiCli, "five rounds of two", repeat(5, {}, other(1))],
    [qwenCode, "five equal calls", repeat(5, {})],
    [qwenCode, "two calls, three rounds", repeat(3, {}, other(1))],
    [opencode, "three equal calls in one reply", repeat(3, { turn: 1 })],
    [rooCode, "the fourth equal call", repeat(4, {})],
    [clineSoft, "three equal calls", repeat(3, {})],
    [clineHard, "five equal calls", repeat(5, {})],
    [goose, "three failures that begin alike", repeat(3, { failed: true })],
    [crush, "six of ten steps", repeat(6, {})],
    [openclaw, "ten equal calls", repeat(10, {})],
    [stella, "three equal steps", repeat(3, {})],
    [stella, "three equal steps with others between", [{}, other(1), {}, other(2), {}]],
    [ggcodeSoft, "a failure back after one edit", [pytest("0.1"), EDIT, pytest("0.1")]],
    [ggcodeHard, "a failure back after two edits", [pytest("0.1"), EDIT, pytest("0.1"), EDIT, pytest("0.1")]],
    [jiuwenswarm, "three alike, edits between", [pytest("0.1"), EDIT, pytest("0.2"), EDIT, pytest("0.3")]],
    [harnV1, "three equal failures", repeat(3, check("1 failed"))],
    [harnV2, "three failures that differ in time", [pytest("0.1"), EDIT, pytest("0.2"), EDIT, pytest("0.3")]],
    [naive, "three failures that differ in time", [pytest("0.1"), EDIT, pytest("0.2"), EDIT, pytest("0.3")]],
    [rawHash, "three failures byte by byte", repeat(3, check("1 failed"))],
    [stepCap, "the twentieth turn", repeat(20, {})],
  ]

  test.each(cases.map(([peer, what, steps]) => ({ name: peer.name, what, peer, steps })))(
    "$name: $what",
    ({ peer, steps }) => {
      expect(peer.trips(calls(steps)).includes(steps.length - 1)).toBe(true)
      expect(peer.trips(calls(steps.slice(0, -1)))).toEqual([])
    },
  )

  test("a raw hash does not see a failure whose duration changes", () => {
    expect(rawHash.trips(calls([pytest("0.1"), EDIT, pytest("0.2"), EDIT, pytest("0.3")]))).toEqual([])
  })

  test.each([openHands, geminiCli, rooCode, clineSoft, goose, crush, openclaw, harnV1])(
    "$name does not see a failure across edits that all differ",
    (peer) => {
      const steps = [1, 2, 3, 4].flatMap((at): Step[] => [
        pytest(`0.${at}`),
        { ...EDIT, call_arguments: `{"patch":${at}}` },
      ])
      expect(peer.trips(calls(steps))).toEqual([])
    },
  )
})
