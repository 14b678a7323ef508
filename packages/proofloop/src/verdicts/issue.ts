import { issueBrief } from "@proofloop/jobs/internal/verifier"
import { givenFolder } from "../arguments/folders.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { inFlags, VERDICT_FLAGS } from "./flag_names.ts"
import { readJudgedChange } from "./judged_change.ts"
import { makeStateFolder } from "./state_folder.ts"

const FLAGS = { ...VERDICT_FLAGS, only: { flag: "--lens" } }

/** Issues the brief of a change: its text on stdout. Resolves to the exit code; throws Misuse. */
export async function issue(input: Input, io: Io): Promise<number> {
  const { brief, own_lenses } = readJudgedChange(input, io)
  const lens = input.text("lens")
  if (input.text("prompt-dir") !== undefined && lens === undefined) {
    throw new Misuse("--prompt-dir goes with --lens")
  }
  const prompt_dir = givenFolder(input, "prompt-dir", io)
  const prompts = prompt_dir === undefined ? {} : { prompt_dir }
  const { manifest, text } = await inFlags(FLAGS, async () => {
    const issued = await issueBrief({ ...brief, ...prompts, lenses: own_lenses, lens })
    await makeStateFolder(brief.root)
    return issued
  })
  io.stdout.write(input.json ? `${JSON.stringify({ manifest, text })}\n` : `${text}\n`)
  return EXIT_CODES.clean
}
