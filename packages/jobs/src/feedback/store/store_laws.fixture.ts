import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { TestPlace } from "../../store/stores.fixture.ts"
import { FEEDBACK_STATES, type FeedbackState } from "../feedback.ts"
import { openFeedbackStore, type Change } from "../feedback_store.ts"
import { transitions } from "../states.ts"
import { addOne, COMPLETE, testStore, type TestStore } from "./store.fixture.ts"

const numRuns = Math.ceil(Number(process.env["PROOFLOOP_RUNS"] ?? 300) / 20)

const texts = fc.string({ unit: "binary", maxLength: 40 })
const change: fc.Arbitrary<Change> = fc.record({
  to: fc.option(fc.constantFrom(...FEEDBACK_STATES), { nil: undefined, freq: 4 }),
  work: fc.option(
    fc.record(
      {
        branch: fc.option(texts),
        base_commit: fc.option(texts),
        refutations: fc.array(texts, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
  attempts: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  note: fc.dictionary(
    texts.filter((key) => key !== "__proto__"),
    fc.oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true })),
    { maxKeys: 3 },
  ),
})

export function storeLaws(make: () => Promise<TestPlace>): void {
  let test: TestStore
  beforeAll(async () => {
    test = await testStore(await make())
  })
  afterAll(() => test.store.close())

  it("the notes of any sequence of changes lead to the row's state, and say what was refused nowhere", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { store } = test
        const { id } = await addOne(store)
        let accepted = 0
        for (const wanted of changes) {
          const before = await store.get(id)
          const merged = { ...COMPLETE, ...wanted, work: { ...COMPLETE.work, ...wanted.work } }
          const after = await store.change(id, merged).then(
            (row) => {
              accepted += 1
              return row
            },
            () => before,
          )
          expect(await store.get(id)).toEqual(after)
        }
        const notes = await store.notes(id)
        expect(notes.length).toBe(accepted + 1)
        expect(notes.map(({ seq }) => seq)).toEqual(notes.map((_, index) => index + 1))
        expect((await store.get(id)).state).toBe(replay(notes.map(({ transition }) => transition)))
      }),
      { numRuns },
    )
    const again = await openFeedbackStore(test.path)
    expect(await again.check()).toMatchObject({ rows: numRuns })
    await again.close()
  })
}

function replay(history: readonly (string | null)[]): FeedbackState {
  let state: FeedbackState = "pending"
  for (const transition of history) {
    if (transition === null) continue
    const to: FeedbackState | undefined = transitions[state].find(
      (name) => transition === `${state} → ${name}`,
    )
    if (to === undefined) throw new Error(`${transition} from ${state}`)
    state = to
  }
  return state
}
