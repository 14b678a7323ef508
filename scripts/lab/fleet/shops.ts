import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import {
  type LoopbackModelServer,
  type ScriptedStep,
  startLoopbackModelServer,
} from "@proofloop/runtime/testing"
import { PLAN as SHOP_PLAN } from "../../../packages/jobs/src/pipeline/shop.fixture.ts"

const PRICE = "export const discount = (price, percent) => price + (price * percent) / 100\n"

const PLAN = { tasks: SHOP_PLAN.tasks.slice(0, 1) }

const WORK: readonly ScriptedStep[] = [
  {
    tool_calls: [
      {
        name: "edit_file",
        arguments: { path: "src/price.mjs", old_text: "price + (price", new_text: "price - (price" },
      },
    ],
  },
  { text: "fix: take the discount off the price" },
]

/** Small bare repositories with a bug on `main`, each with its own name in a file. */
export async function makeShops(folder: string, count: number): Promise<readonly string[]> {
  const shops: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const [work, bare] = [join(folder, "work", `shop-${number}`), join(folder, "forge", `shop-${number}.git`)]
    await mkdir(join(work, "src"), { recursive: true })
    await writeFile(join(work, "src/price.mjs"), PRICE)
    await writeFile(join(work, "name"), `shop-${number}\n`)
    await writeFile(join(work, "README.md"), "# Shop\n")
    await initRepository(work)
    await commitPaths(work, ["src/price.mjs", "name", "README.md"], "first")
    await mkdir(join(folder, "forge"), { recursive: true })
    await requireGit(work, ["clone", "--quiet", "--bare", work, bare])
    shops.push(bare)
  }
  return shops
}

/**
 * A check that takes no time. Each holds a lock until its process is gone. A second one in the same repository is
 * noted as an overlap.
 */
export async function makeCheck(
  folder: string,
): Promise<{ readonly command: string; readonly overlaps: () => Promise<string> }> {
  const [locks, file, script] = [join(folder, "locks"), join(folder, "overlaps"), join(folder, "check.sh")]
  await mkdir(locks, { recursive: true })
  await writeFile(file, "")
  await writeFile(
    script,
    `exec 9> "${locks}/$(cat name)"\nflock -n 9 || echo "$(cat name)" >> "${file}"\nsleep 0.3\ngrep -q 'price - (price' src/price.mjs\n`,
  )
  return { command: `sh ${script}`, overlaps: async () => readFile(file, "utf8") }
}

/** The model of one worker's endpoint, and when each request came, in milliseconds. */
export async function serveModel(): Promise<{
  readonly server: LoopbackModelServer
  readonly times: readonly number[]
}> {
  const times: number[] = []
  const server = await startLoopbackModelServer({
    script({ body }) {
      times.push(Date.now())
      const { model, messages } = body as {
        readonly model: string
        readonly messages: readonly { readonly role: string }[]
      }
      if (model === "planner") return { text: JSON.stringify(PLAN) }
      return WORK[messages.filter(({ role }) => role === "assistant").length] ?? { text: "I am done." }
    },
  })
  return { server, times }
}

/** How many pull requests a repository's forge has. */
export async function pullsOf(bare: string): Promise<number> {
  const names = await readdir(join(bare, "proofloop", "pulls")).catch(() => [])
  return names.filter((name) => name.endsWith(".json")).length
}

/** A copy of a list of addresses for a worker's own folder. */
export async function listFor(folder: string, shops: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true })
  const list = join(folder, "repositories.txt")
  await writeFile(list, shops.map((url) => `${url}\n`).join(""))
  return list
}
