import { join } from "node:path"
import { expect, test } from "vitest"
import { PLUGIN_FILES } from "./plugin_files.fixture.ts"

const FOLDER = join(import.meta.dirname, "../../plugins")

// To rewrite them: npx vitest run --project unit packages/hooks/src/install/plugin_files -u
test.for(PLUGIN_FILES)("plugins/%s is what install would write", async ([path, text]) => {
  await expect(text).toMatchFileSnapshot(join(FOLDER, path))
})
