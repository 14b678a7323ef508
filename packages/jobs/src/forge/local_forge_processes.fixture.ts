import * as z from "zod"
import { localForge } from "./local_forge.ts"

/** A program that works on a local forge at the same time as others, once or until it is killed. */
const { bare, root, commit, name, for_ever, request } = z
  .object({
    bare: z.string(),
    root: z.string(),
    commit: z.string(),
    name: z.string(),
    for_ever: z.boolean(),
    request: z.object({ head: z.string(), base: z.string(), title: z.string(), body: z.string() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ""))

const forge = localForge({ repository: bare })
process.stdout.write("begun\n")
await forge.git.push(root, commit, request.head)
const { number } = await forge.pulls.open(request)
for (let round = 0; for_ever || round < 3; round += 1) {
  await forge.comments.post({ kind: "pull_request", number }, `shared ${round}`, `said ${round}`)
  await forge.comments.post({ kind: "pull_request", number }, `${name} ${round}`, `${name} said ${round}`)
  await forge.openIssue(`${name} ${round}`, "text")
}
