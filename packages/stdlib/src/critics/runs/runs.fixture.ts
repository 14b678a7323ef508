import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"

/** A project whose tests are run by node itself, and the command that does. */
export const NODE_TEST = "node --test --test-reporter=tap"

export function nodeTests(tests: Readonly<Record<string, boolean>>): string {
  const lines = Object.entries(tests).map(
    ([name, passes]) => `test(${JSON.stringify(name)}, () => { if (!${passes}) throw new Error("broken") })`,
  )
  return [`import test from "node:test"`, ...lines, ""].join("\n")
}

export function projectWith(files: Readonly<Record<string, string>>): Promise<string> {
  return folderWith({ "package.json": '{ "type": "module" }', ...files })
}
