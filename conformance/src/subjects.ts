import {
  InvalidOptionError,
  isInvalidOptionError,
  nearestName,
  thrownMessage,
} from "@proofloop/foundation/errors"
import type { JsonObject } from "./json.ts"
import { address } from "./subjects/address.ts"
import { code } from "./subjects/code.ts"
import { critic } from "./subjects/critic.ts"
import { failingTests } from "./subjects/failing_tests.ts"
import { fingerprint } from "./subjects/fingerprint.ts"
import { gate } from "./subjects/gate.ts"
import { llmJson } from "./subjects/llm_json.ts"
import { observations } from "./subjects/observations.ts"
import { panel } from "./subjects/panel.ts"
import { patch } from "./subjects/patch.ts"
import { plan } from "./subjects/plan.ts"
import { prompt } from "./subjects/prompt.ts"
import { psi } from "./subjects/psi.ts"
import { qa } from "./subjects/qa.ts"
import { selection } from "./subjects/selection.ts"
import type { Subject } from "./subjects/subject.ts"
import { verifier } from "./subjects/verifier.ts"

/** Whom a case may ask, a file each. */
const subjects: readonly Subject[] = [
  address,
  code,
  critic,
  failingTests,
  fingerprint,
  gate,
  llmJson,
  observations,
  panel,
  patch,
  plan,
  prompt,
  psi,
  qa,
  selection,
  verifier,
]

/** A subject's answer; an error is `{ error }`. Throws InvalidOptionError for an unknown subject. */
export async function askSubject(name: string, input: JsonObject): Promise<unknown> {
  const subject = subjects.find((known) => known.name === name)
  if (subject === undefined) {
    const names = subjects.map((known) => known.name)
    throw new InvalidOptionError({
      option: "subject",
      expected: `one of ${names.join(", ")}`,
      got: name,
      did_you_mean: nearestName(name, names),
    })
  }
  try {
    return plain(await subject.answer(input))
  } catch (error) {
    if (isInvalidOptionError(error)) return { error: error.message, option: error.option }
    return { error: thrownMessage(error) }
  }
}

/** As it would arrive over stdio: sets, dates and undefined do not. */
function plain(answer: unknown): unknown {
  return answer === undefined ? null : (JSON.parse(JSON.stringify(answer)) as unknown)
}
