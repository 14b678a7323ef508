import { InvalidOptionError } from "@proofloop/foundation/errors"
import { sha256 } from "@proofloop/foundation/files"
import * as z from "zod"
import { commitSchema, sha256Schema, subjectSchema } from "../verdict/read_verdict_schema.ts"
import { type BriefManifest, sealManifest } from "./brief.ts"
import { readBase } from "./contents.ts"
import { briefDiff } from "./diff.ts"
import { openTrees, type Trees } from "./trees.ts"

/** How a manifest differs from the repository, in sentences that name the input; empty: isolation is shown. */
export type ManifestDifferences = readonly string[]

const schema = z.strictObject({
  base_commit: commitSchema,
  head_commit: commitSchema.nullable(),
  inputs: z
    .array(
      z.strictObject({
        kind: z.enum(["contract", "tests", "conventions", "diff"]),
        path: z.string(),
        sha256: sha256Schema,
        bytes: z.int().min(0),
      }),
    )
    .max(10_000),
  subject: subjectSchema,
  brief_sha256: sha256Schema,
})

/**
 * Recomputes a manifest from the repository and tells the differences. A manifest of the work tree is compared with
 * the present work tree. Rejects with InvalidOptionError for an invalid manifest, for commits the repository lacks,
 * and for a change that is gone.
 */
export async function checkManifest(root: string, manifest: BriefManifest): Promise<ManifestDifferences> {
  const parsed = schema.safeParse(manifest)
  if (!parsed.success) {
    const expected = `a manifest: ${z.prettifyError(parsed.error).slice(0, 300)}`
    throw new InvalidOptionError({ option: "manifest", expected, got: manifest })
  }
  const { base_commit, head_commit } = manifest
  const trees = await openTrees(root, { base: base_commit, head: head_commit ?? undefined })
  try {
    const again = await inputsOf(trees, manifest)
    const differences = again.flatMap(({ kind, path, sha256: hash, bytes }, index) => {
      const said = manifest.inputs[index]
      if (said?.sha256 === hash && said.bytes === bytes) return []
      return [
        `${kind} ${path}: the manifest says ${told(said?.sha256, said?.bytes)}, it is ${told(hash, bytes)}`,
      ]
    })
    const { subject, brief_sha256 } = sealManifest(
      { base_commit, head_commit, inputs: again },
      manifest.subject.base_commit !== undefined,
    )
    for (const key of ["diff_sha256", "contract_sha256", "base_commit"] as const) {
      if (subject[key] !== manifest.subject[key])
        differences.push(`subject.${key}: the manifest says ${manifest.subject[key]}, it is ${subject[key]}`)
    }
    if (brief_sha256 !== manifest.brief_sha256)
      differences.push(`brief_sha256: the manifest says ${manifest.brief_sha256}, it is ${brief_sha256}`)
    return differences
  } finally {
    await trees.scratch.remove()
  }
}

async function inputsOf(trees: Trees, { inputs }: BriefManifest): Promise<BriefManifest["inputs"]> {
  const diff = await briefDiff(trees, Number.MAX_SAFE_INTEGER)
  const paths = inputs.filter(({ kind }) => kind !== "diff").map(({ path }) => path)
  const contents = new Map((await readBase(trees, paths)).map((content) => [content.path, content]))
  return inputs.map(({ kind, path }) => {
    if (kind === "diff") return { kind, path, sha256: sha256(diff.bytes), bytes: diff.bytes.length }
    const found = contents.get(path)
    return { kind, path, sha256: found?.sha256 ?? "", bytes: found?.entry.bytes ?? 0 }
  })
}

function told(hash: string | undefined, bytes: number | undefined): string {
  return hash === "" ? "not there at the base" : `${hash} of ${bytes} bytes`
}
