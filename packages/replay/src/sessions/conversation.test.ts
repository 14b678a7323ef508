import { expect, it } from "vitest"
import { Conversation } from "./conversation.ts"
import type { SessionItem } from "./session.ts"

function talk(): Conversation {
  return new Conversation(() => ({ id: "run", source: "test" }))
}

function call(conversation: Conversation, id: string | undefined, tool: string): void {
  conversation.call(id, { tool, arguments: {} })
}

function outputs(items: readonly SessionItem[]): readonly unknown[] {
  return items.flatMap((item) =>
    item.type === "turn" ? item.turn.calls.map(({ result }) => result.output) : [],
  )
}

it("gives results to calls by their id, in whatever order", () => {
  const conversation = talk()
  call(conversation, "a", "one")
  call(conversation, "b", "two")
  expect(conversation.result("b", { observation: "2" })).toBe(true)
  expect(conversation.result("c", { observation: "3" })).toBe(false)
  expect(conversation.result("a", { observation: "1" })).toBe(true)
  expect(conversation.result("a", { observation: "a copy" })).toBe(true)
  expect(conversation.isCopy("a")).toBe(true)
  expect(conversation.isCopy("c")).toBe(false)
  expect(outputs(conversation.end())).toEqual(["1", "2"])
})

it.each([undefined, "", "same"])("gives results to calls of the id %j in order", (id) => {
  const conversation = talk()
  for (const tool of ["one", "two", "three"]) call(conversation, id, tool)
  expect(conversation.result(id, { observation: "1" })).toBe(true)
  expect(conversation.waiting(id)?.tool).toBe("two")
  expect(conversation.result(id, { observation: "2" })).toBe(true)
  expect(outputs(conversation.end())).toEqual(["1", "2", undefined])
})

it("gives a result without an id to the first call that waits", () => {
  const conversation = talk()
  for (const id of ["a", "b", "b"]) call(conversation, id, "look")
  conversation.result("a", { observation: "1" })
  conversation.result(undefined, { observation: "2" })
  conversation.result("b", { observation: "3" })
  expect(conversation.result(undefined, { observation: "4" })).toBe(false)
  expect(outputs(conversation.end())).toEqual(["1", "2", "3"])
})

it("marks the turn after what the user says, past empty ones, and no other", () => {
  const conversation = talk()
  const items = [...conversation.asked(), ...conversation.close()]
  conversation.say("a")
  items.push(...conversation.close())
  conversation.say("b")
  items.push(...conversation.asked())
  conversation.say("c")
  items.push(...conversation.end())
  const asked = items.flatMap((item) =>
    item.type === "turn" ? [[item.turn.text, item.turn.after_user]] : [],
  )
  expect(asked).toEqual([
    ["a", true],
    ["b", undefined],
    ["c", true],
  ])
})

it("takes the same words again behind a reply without a call for a harness's", () => {
  const conversation = talk()
  const items = [
    ...conversation.asked("Mend the sum."),
    ...reply("I will look."),
    ...conversation.asked("Found 0 actions. Send one."),
    ...reply("I am looking."),
    ...conversation.asked("Found 1 actions. Send one."),
    ...reply("I look.", "read"),
    ...conversation.asked("Found 0 actions. Send one."),
    ...reply("Done."),
    ...conversation.end(),
  ]
  expect(items.flatMap((item) => (item.type === "turn" ? [item.turn.after_user === true] : []))).toEqual([
    true,
    true,
    false,
    true,
  ])

  function reply(text: string, tool?: string): readonly SessionItem[] {
    conversation.say(text)
    if (tool === undefined) return []
    call(conversation, "a", tool)
    conversation.result("a", { observation: "1" })
    return []
  }
})
