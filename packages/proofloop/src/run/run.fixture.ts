import { join } from "node:path"
import {
  type LoopbackModelServer,
  type ScriptedStep,
  startLoopbackModelServer,
} from "@proofloop/runtime/testing"
import { onTestFinished } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { createBrokenShop } from "../demo/broken_shop.ts"

/** A model server that plays these steps until the test ends. */
export async function serve(script: readonly ScriptedStep[]): Promise<LoopbackModelServer> {
  const server = await startLoopbackModelServer({ script, when_exhausted: "repeat_last" })
  onTestFinished(() => server.close())
  return server
}

export async function shop(name: string): Promise<string> {
  const root = join(await folderWith(), name)
  await createBrokenShop(root)
  return root
}

export function args(
  root: string,
  { url }: LoopbackModelServer,
  ...more: readonly string[]
): readonly string[] {
  return ["run", "--repo", root, "--task", "Make it green", "--model", "m", "--base-url", url, ...more]
}

export const shell = (command: string): ScriptedStep => ({
  tool_calls: [{ name: "shell", arguments: { command } }],
})

export const repair: readonly ScriptedStep[] = [
  shell("npm test"),
  {
    text: "The \u001b]0;limit\u0007 is left out.",
    tool_calls: [{ name: "read_file", arguments: { path: "src/delivery.js" } }],
  },
  {
    tool_calls: [
      {
        name: "edit_file",
        arguments: { path: "src/delivery.js", old_text: "subtotal > FREE", new_text: "subtotal >= FREE" },
      },
    ],
  },
  { text: "The limit counts now." },
]
