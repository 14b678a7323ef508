import { brokenText } from "./kinds/broken_text.ts"
import { copies } from "./kinds/copies.ts"
import { drops } from "./kinds/drops.ts"
import { imports } from "./kinds/imports.ts"
import { secrets } from "./kinds/secrets.ts"
import { stubs } from "./kinds/stubs.ts"
import { emptyTests } from "./kinds/tests.ts"
import type { Mistake } from "./mistake.ts"

/** Every way to get a file wrong. */
export const kinds: readonly Mistake[] = [
  ...brokenText,
  ...stubs,
  ...drops,
  ...emptyTests,
  ...imports,
  ...secrets,
  ...copies,
]
