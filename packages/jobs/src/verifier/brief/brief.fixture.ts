import { rmSync } from "node:fs"
import { cp, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { onTestFinished } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"

export const SHOP = {
  ".gitignore": "*.log\n.env\n",
  "docs/contract.md": "# withdraw\n\nRefuses an amount above the balance with `insufficient`.\n",
  "CONVENTIONS.md": "Balances are whole cents.\n",
  "src/account.py":
    "def withdraw(account, amount):\n    if amount > account.balance:\n        raise ValueError('insufficient')\n    account.balance -= amount\n",
  "src/report.py": "def report(account):\n    return f'{account.balance} cents'\n",
  "tests/test_account.py":
    "from src.account import withdraw\n\n\ndef test_withdraw(account):\n    withdraw(account, 1)\n    assert account.balance == 9\n",
  "tests/test_report.py": "from src.report import report\n\n\ndef test_report():\n    assert report\n",
} as const

let template: Promise<string> | null = null

async function makeTemplate(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop shop ")))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  await addFiles(folder, SHOP)
  await initRepository(folder)
  await commitPaths(folder, Object.keys(SHOP), "first")
  return folder
}

/** A copy of the shop, committed once, with these files on top; removed when the test ends. */
export async function shopWith(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  template ??= makeTemplate()
  const root = await realpath(await mkdtemp(join(tmpdir(), "proofloop verifier ")))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await cp(await template, root, { recursive: true })
  await addFiles(root, files)
  return root
}

export const BETTER_ACCOUNT = SHOP["src/account.py"].replace("amount >", "amount <= 0 or amount >")
