import type { Persona } from "@proofloop/stdlib/gate"

/** The readers of a pull request, each with different questions. */
const READERS: readonly Persona[] = [
  {
    id: "correctness",
    view:
      "Does it do what it is meant to? Look for wrong results, inputs that nobody handles, lost error handling, " +
      "things that are left half done, and what happens twice, late or not at all.",
  },
  {
    id: "contract",
    view:
      "What breaks for those who call it or rely on it? Look for signatures, defaults, formats and messages that change " +
      "without need, callers that were left behind, and documentation that is not true any more.",
  },
  {
    id: "tests_and_security",
    view:
      "What would a test not notice, and what would an attacker? Look for tests that no longer test anything, behaviour " +
      "without one, secrets, paths, commands and queries made of foreign text, and permissions that grew.",
  },
]

const ALONE: Persona = { id: "reviewer", view: READERS.map(({ view }) => view).join("\n") }

/** Three readers, or one who asks all of it. */
export function readersOf({ is_deep }: { readonly is_deep: boolean }): readonly Persona[] {
  return is_deep ? READERS : [ALONE]
}
