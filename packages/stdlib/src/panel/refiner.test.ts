import { scriptedModel } from "@proofloop/runtime/testing"
import { expect, it } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { createGate } from "../gate/gate.ts"
import { refineChange } from "./refiner.ts"

it("the refiner is shown the files as the submission before it left them", async () => {
  const root = await repositoryWith({ "a.txt": "old words\n" })
  const gate = createGate({ root, env: {}, only: ["G2"] })
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const before = gate.submit({ id: "before", title: "Reword" }, async () => {
    await held
    return { patches: [{ path: "a.txt", content: "newer words\n" }], commit_message: "Reword" }
  })
  const shown: string[] = []
  const refiner = scriptedModel(({ messages }) => {
    shown.push(JSON.stringify(messages))
    return { text: JSON.stringify({ patches: [] }) }
  })
  const finding = { severity: "major", summary: "wrong words", category: "other", line: null } as const
  const refined = refineChange(
    {
      gate,
      refiner,
      meta: scriptedModel([]),
      findings: [{ ...finding, file: "a.txt", axiom: null }],
      diff: "",
    },
    { emit: () => undefined },
  )
  release()
  expect(await before).toMatchObject({ status: "accepted" })
  expect(await refined).toMatchObject({ status: "reverted" })
  expect(shown).toEqual([expect.stringContaining("newer words")])
})
