import { forgeLimit } from "./forge_limit.ts"
import { kills } from "./kills.ts"
import { manyRows } from "./many_rows.ts"
import { rateLimit, unauthorised } from "./model_away.ts"
import { conflict, movedBase } from "./moved_base.ts"
import { thief } from "./thief.ts"
import type { Wall } from "./wall.ts"
import { workers } from "./workers.ts"
import { workspaces } from "./workspaces.ts"
import { wrongForge } from "./wrong_forge.ts"

export const walls: readonly Wall[] = [
  thief,
  wrongForge,
  unauthorised,
  rateLimit,
  forgeLimit,
  workspaces,
  movedBase,
  conflict,
  workers,
  manyRows,
  kills,
]
