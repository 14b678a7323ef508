import { commitPaths, requireGit } from "@proofloop/foundation/git"
import * as z from "zod"
import { applyPatches } from "../workspace/patch/apply_patches.ts"
import { createGate } from "./gate.ts"

/**
 * A program that submits one change to a gate and tells when it begins, so that it can be killed at any moment. Or it
 * takes the same steps up to one around the commit and kills itself there.
 */
const { root, patches, kill_at } = z
  .object({
    root: z.string(),
    patches: z.array(z.object({ path: z.string() }).loose()),
    kill_at: z.enum(["noted", "moved", "unsettled"]).optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? ""))

process.stdout.write("begun\n")
if (kill_at === undefined) {
  const gate = createGate({ root, env: {}, only: ["G2"] })
  await gate.submit({ id: "T001-S01", title: "Do it" }, () => ({ patches }))
} else {
  const paths = patches.map(({ path }) => path)
  const applied = await applyPatches(root, patches, { until_accepted: true })
  await commitPaths(root, paths, "chore: Do it [proofloop]", {
    async before_move(commit) {
      await applied.committing(commit)
      if (kill_at === "noted") process.kill(process.pid, "SIGKILL")
    },
  })
  // As if the branch had moved before the index followed.
  if (kill_at === "unsettled") await requireGit(root, ["reset", "--quiet", "HEAD^", "--", ...paths])
  process.kill(process.pid, "SIGKILL")
}
