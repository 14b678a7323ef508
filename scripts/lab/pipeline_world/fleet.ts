import { mkdir } from "node:fs/promises"
import { join, resolve } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { z } from "zod"
import { serveGithub, TOKEN } from "../../../packages/github/src/github_loopback.fixture.ts"
import { runProofloop } from "../proofloop_process.ts"
import { loadYaml, missingPrograms } from "../world/scenario.ts"
import { openPlaces } from "./carry.ts"
import { ROLES, serveModels } from "./models.ts"
import { scenarioSchema } from "./scenario.ts"

const memberSchema = scenarioSchema.extend({
  repository: z.string(),
  language: z.string(),
  /** What its forge, a GitHub on this machine, does. Default: a forge in a folder, and nothing goes wrong. */
  trouble: z.enum(["expired_token", "rate_limit"]).optional(),
})

const fleetSchema = z.strictObject({
  limits: z.strictObject({
    /** Of all of them together. */
    minutes: z.number().positive(),
    /** US dollars of all of them together. */
    usd: z.number().positive(),
    /** US dollars of a million tokens, in and out: "3,15". */
    prices: z.string(),
  }),
  repositories: z.array(memberSchema).min(1),
})

type Fleet = z.output<typeof fleetSchema>
type Member = Fleet["repositories"][number]

/** Reads a fleet of YAML or JSON. Throws Misuse for a file that is not there or of another shape. */
export function loadFleet(file: string): Fleet {
  return loadYaml("--fleet", file, fleetSchema)
}

/** What became of one repository. */
export interface Sailed {
  readonly name: string
  readonly language: string
  /** Programs that its check needs and this machine does not have. */
  readonly missing: readonly string[]
  readonly ended: number | string | null
  readonly ms: number
  readonly output: string
}

/**
 * Runs the pipeline over one repository after the other, all of one store below `folder`, until the time of the fleet is over. Each
 * run ends where a person is needed; a repository that cannot be copied is told, and the next one is taken.
 */
export async function sail(
  { limits, repositories }: Fleet,
  folder: string,
  options: readonly string[],
  told: (sailed: Sailed) => void,
): Promise<void> {
  const end = Date.now() + limits.minutes * 60_000
  const caps = ["--prices", limits.prices, "--max-usd-a-day", String(limits.usd)]
  for (const member of repositories) {
    const left = Math.floor((end - Date.now()) / 1000)
    if (left < 1) return
    const start = performance.now()
    const failed = (error: unknown): Sailed => {
      const { name, language } = member
      const ms = Math.round(performance.now() - start)
      return { name, language, missing: missingPrograms(member), ended: null, ms, output: String(error) }
    }
    const args = [...options, ...caps, "--time-limit", String(left)]
    told(await sailOne(member, folder, args).catch(failed))
  }
}

/** What a person finds: the text of `pipeline status`, and the page it writes. */
export async function status(folder: string): Promise<{ readonly text: string; readonly page: string }> {
  const page = join(folder, "status.html")
  const args = ["pipeline", "status", "--state", join(folder, "state"), "--html", page]
  return { text: (await runProofloop(args, { env: {} })).stdout, page }
}

async function sailOne(member: Member, folder: string, options: readonly string[]): Promise<Sailed> {
  const own = join(folder, member.name)
  await mkdir(own)
  const bare = await openPlaces(member, resolve(member.repository), own)
  const github = member.trouble === undefined ? null : await troubled(member, bare, own)
  const server = await serveModels(member)
  const work = [...ROLES, "--base-url", server.url, "--ci-poll", "2", ...member.options, ...options]
  const where = ["run", ...(github?.args ?? [bare]), "--state", join(folder, "state")]
  try {
    const env = { GITHUB_TOKEN: TOKEN }
    const { ended, ms, output } = await runProofloop(["pipeline", ...where, ...work], { env })
    const { name, language } = member
    return { name, language, missing: missingPrograms(member), ended, ms, output }
  } finally {
    github?.close()
    await server.close()
  }
}

/** A GitHub on this machine that refuses the token, or the first pull request for half an hour. */
async function troubled(
  { trouble, name }: Member,
  from: string,
  own: string,
): Promise<{ readonly args: readonly string[]; readonly close: () => void }> {
  // The server looks for branches as files, and for the default branch by this name.
  const bare = join(own, "github.git")
  await requireGit(own, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
  await requireGit(own, ["clone", "--quiet", from, "pushing"])
  await requireGit(join(own, "pushing"), ["push", "--quiet", bare, "HEAD:refs/heads/main"])
  const { server, close } = await serveGithub(bare)
  server.full_name = `acme/${name}`
  if (trouble === "expired_token") server.tokens.clear()
  else {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(nowSeconds() + 1800) }
    const body = '{"message": "API rate limit exceeded for user ID 1."}'
    server.faults.push({ of: `POST /repos/acme/${name}/pulls`, status: 403, headers, body })
  }
  const at = ["--github-url", server.url, "--github-remote", bare]
  return { args: [`https://github.com/acme/${name}`, ...at], close }
}

function nowSeconds(): number {
  return Math.ceil(Date.now() / 1000)
}
