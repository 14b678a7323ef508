import { gatedRepository } from "./gated_tool.fixture.ts"

/** A promise that the test settles. */
export function held() {
  let release = (): void => undefined
  const until = new Promise<void>((resolve) => (release = resolve))
  return { until, release }
}

/** Longer than an edit takes that waits for nobody. */
export async function anotherEdit(): Promise<void> {
  const { edit, write } = await gatedRepository({ "a.json": "{}" })
  await edit(["a.json"], () => write("a.json", '{"a": 1}'))
}
