import { spawn } from "node:child_process"
import { join } from "node:path"
import { root } from "../../setup.mjs"

export const TOKEN = "a-token-for-pictures-0123456789"

/** `proofloop ui` as a process of its own. */
export async function servedUi(
  state_dir: string,
  cwd: string,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const args = [join(root, "packages/proofloop/bin.mjs"), "ui", "--state", state_dir, "--port", "0", "--json"]
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, HOME: cwd, PROOFLOOP_UI_TOKEN: TOKEN },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`proofloop ui ended with ${code}`)))
    child.stdout.setEncoding("utf8").once("data", (text: string) => {
      const told: unknown = JSON.parse(text)
      resolve((told as { readonly url: string }).url)
    })
  })
  return { url, stop: () => void child.kill("SIGTERM") }
}
