import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { fileErrorReason } from "@proofloop/foundation/files"
import { isRecord, oneLine, plural } from "@proofloop/foundation/text"
import {
  type BriefManifest,
  buildBrief,
  issuedBrief,
  readLensVerdict,
} from "@proofloop/jobs/internal/verifier"
import { type LensVerdict, openVerdictLedger } from "@proofloop/jobs/verifier"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { userName } from "../console/user_name.ts"
import { inFlags, VERDICT_FLAGS } from "./flag_names.ts"
import { readJudgedChange } from "./judged_change.ts"
import { withLedger } from "./ledger_trouble.ts"

/** Adds verdicts to the ledger: all of them or none. Resolves to the exit code; throws Misuse. */
export async function recordVerdicts(input: Input, io: Io): Promise<number> {
  const given = await readGiven(input, io)
  const place = readJudgedChange(input, io)
  const { manifest } = await inFlags(VERDICT_FLAGS, () => buildBrief(place.brief))
  const issued = await issuedBrief(place.brief.root, manifest.subject)
  const verdicts: LensVerdict[] = []
  for (const [at, one] of given.entries()) {
    const read = readWhole(one, { ...manifest, issued }, place.lenses, input)
    if ("problems" in read)
      throw new Misuse(`verdict_invalid (verdict ${at + 1}): ${read.problems.join("; ")}`)
    verdicts.push(await withBriefCaveat(read.verdict, place.brief.root))
  }
  return withLedger(input.json, io, async () => {
    const ledger = openVerdictLedger(place.ledger)
    if (verdicts.length > 0) await place.makeFolder()
    const entries = await ledger.append(verdicts)
    const torn = entries[0]?.after_torn
    if (torn !== undefined)
      io.stderr.write(`proofloop: what a crash left unfinished at the end of ${ledger.path} was removed\n`)
    const { subject } = manifest
    const recorded = entries.length
    io.stdout.write(
      input.json
        ? `${JSON.stringify({ recorded, task: place.task, path: ledger.path, subject })}\n`
        : `${plural(recorded, "verdict")} recorded in ${ledger.path}\n`,
    )
    return EXIT_CODES.clean
  })
}

async function readGiven(input: Input, io: Io): Promise<readonly unknown[]> {
  const file = input.text("file")
  if (file !== undefined) {
    const other = ["lens", "verdict", "evidence", "refutation", "lifts"].find(
      (name) => input.text(name) !== undefined,
    )
    if (other !== undefined || input.flag("security"))
      throw new Misuse(`--${other ?? "security"} does not go with --file, whose verdicts are complete`)
    return readFile(file, io)
  }
  const missing = ["lens", "verdict", "evidence"].filter((name) => input.text(name) === undefined)
  if (missing.length > 0) {
    const named = missing.map((name) => `--${name}`).join(", ")
    throw new Misuse(`verdict_incomplete: ${named} missing; or give verdicts as JSON by --file`)
  }
  return [
    {
      lens: input.text("lens"),
      verdict: input.text("verdict"),
      evidence: input.text("evidence"),
      refutation: input.text("refutation"),
      lifts: input.text("lifts"),
      ...(input.flag("security") ? { security: true } : {}),
    },
  ]
}

async function readFile(file: string, io: Io): Promise<readonly unknown[]> {
  let text: string
  try {
    text = file === "-" ? await io.readInput() : readFileSync(resolve(io.cwd, file), "utf8")
  } catch (error) {
    throw new Misuse(`verdict_input_invalid: --file ${file} cannot be read: ${fileErrorReason(error)}`)
  }
  try {
    return [JSON.parse(text) as unknown].flat()
  } catch (error) {
    throw new Misuse(`verdict_input_invalid: --file ${file} is not JSON: ${oneLine(thrownMessage(error))}`)
  }
}

/** A brief that was never issued does not count, whoever names it. */
async function withBriefCaveat(verdict: LensVerdict, root: string): Promise<LensVerdict> {
  const { subject, brief_sha256, caveats = [] } = verdict
  if (brief_sha256 === null || brief_sha256 === (await issuedBrief(root, subject))) return verdict
  return { ...verdict, caveats: [...new Set([...caveats, "no_brief" as const])] }
}

/** Fills in what a person leaves out: the judge, the present change, and the brief issued for it. */
function readWhole(
  given: unknown,
  { subject, brief_sha256, issued }: BriefManifest & { readonly issued: string | null },
  lenses: readonly string[],
  input: Input,
): ReturnType<typeof readLensVerdict> {
  const model_name = input.text("model-name") ?? null
  const verifier = {
    id: input.text("by") ?? userName(),
    session_id: input.text("session") ?? randomUUID(),
    model_name,
  }
  const filled = isRecord(given)
    ? { verifier, subject, brief_sha256: issued ?? (model_name === null ? null : brief_sha256), ...given }
    : given
  return readLensVerdict(filled, { lenses })
}
