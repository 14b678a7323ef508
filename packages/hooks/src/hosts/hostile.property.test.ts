import { isRecord, type Json, type JsonObject } from "@proofloop/foundation/text"
import fc from "fast-check"
import { expect, test } from "vitest"
import { MARK, type HookReply } from "../events/hook_reply.ts"
import { HOST_NAMES, type HostName } from "../events/host_event.ts"
import { createFold } from "../fold/fold.ts"
import { keptEvent } from "../state/kept_event.ts"
import { hostAdapter } from "./hosts.ts"
import { fixtureText, inputsOf } from "./recordings.fixture.ts"

const TRANSCRIPT = fixtureText("codex-transcript.jsonl")
const REPLIES: readonly HookReply[] = [
  { type: "nothing" },
  { type: "tell", text: `${MARK} x` },
  { type: "refuse", text: `${MARK} x` },
  { type: "hold", text: `${MARK} x`, hand_back: "" },
  { type: "hand_back", text: `${MARK} x` },
]

const value = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    1e308,
    "",
    "\0",
    "[proofloop] x",
    "../..",
    "{",
    '{"exitCode":"0"}',
    [],
    {},
  ),
  fc.constantFrom("Exit code ", "Exit code 99999999999999999999", "Exit Code: 1\n".repeat(30)),
  fc.constant("x".repeat(300_000)),
  fc.constant(JSON.parse('{"__proto__":{"type":"stop"},"constructor":{"prototype":1},"length":3}')),
  fc.jsonValue({ maxDepth: 3 }).map((json): Json => JSON.parse(JSON.stringify(json))),
)

/** The paths of all members, so that one at any depth may be changed. */
function pathsOf(held: Json | undefined, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof held !== "object" || held === null) return [path]
  return [path, ...Object.entries(held).flatMap(([name, member]) => pathsOf(member, [...path, name]))]
}

function changed(
  held: Json | undefined,
  [name, ...rest]: readonly string[],
  by: Json | undefined,
): Json | undefined {
  if (name === undefined) return by
  if (Array.isArray(held)) {
    return held.map((member: Json, index) =>
      String(index) === name ? (changed(member, rest, by) ?? null) : member,
    )
  }
  if (!isRecord(held)) return held
  const entries: readonly (readonly [string, Json | undefined])[] = Object.entries(held)
  return Object.fromEntries(
    entries.map(([key, member]) => [key, key === name ? changed(member, rest, by) : member] as const),
  )
}

/** An input that was recorded, with some members of another type, missing, or huge. */
function spoilt(host: HostName) {
  return fc
    .record({
      input: fc.constantFrom(...inputsOf(host)),
      changes: fc.array(fc.tuple(fc.nat(1000), fc.option(value, { nil: undefined })), { maxLength: 5 }),
    })
    .map(({ input, changes }) => {
      let held: Json | undefined = input
      for (const [at, by] of changes) {
        const paths = pathsOf(held).slice(1)
        held = changed(held, paths[at % Math.max(1, paths.length)] ?? [], by)
      }
      return isObject(held) ? held : {}
    })
}

function isObject(held: Json | undefined): held is JsonObject {
  return typeof held === "object" && held !== null && !Array.isArray(held)
}

const spoiltTranscript = fc.oneof(
  fc.constantFrom(null, "", "\n\n", TRANSCRIPT, TRANSCRIPT.slice(37, -20)),
  fc
    .tuple(fc.nat(TRANSCRIPT.length), fc.nat(400), fc.string({ maxLength: 20 }))
    .map(([at, length, by]) => TRANSCRIPT.slice(0, at) + by + TRANSCRIPT.slice(at + length)),
)

test.each(HOST_NAMES)("whatever %s sends, an adapter answers, and what it tells can be folded", (host) => {
  const adapter = hostAdapter(host)
  const fold = createFold({ workspace_root: "/home/dev/project", refuse_repeats: true })
  let state = fold.initial_state
  fc.assert(
    fc.property(spoilt(host), spoiltTranscript, (input, transcript) => {
      const before = JSON.stringify(input)
      const told = adapter.read(input, transcript)
      for (const reply of REPLIES) expectAnswer(adapter.answer(reply, input))
      expect(JSON.stringify(input)).toBe(before)
      if (told === null) return
      expect(told.session.session_id).not.toBe("")
      expect(told.session.cwd.startsWith("/")).toBe(true)
      expect(adapter.read(input, transcript)).toEqual(told)
      state = fold.step(state, keptEvent(told.event)).state
    }),
    { numRuns: 200 },
  )
})

function expectAnswer(answer: JsonObject | null): void {
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
}

test.each(HOST_NAMES)("what is no input of %s tells nothing", (host) => {
  const { read, answer } = hostAdapter(host)
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (input) => {
      expect(read(input, null)).toBeNull()
      expect(REPLIES.map((reply) => answer(reply, input)).filter((said) => said !== null)).toEqual([])
    }),
    { numRuns: 100 },
  )
})
