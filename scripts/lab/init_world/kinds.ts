import type { Kind } from "./kind.ts"
import { COMPILED_KINDS } from "./kinds/compiled.ts"
import { MIXED_KINDS } from "./kinds/mixed.ts"
import { PYTHON_KINDS } from "./kinds/python.ts"
import { SCRIPT_KINDS } from "./kinds/script.ts"

export const KINDS: readonly Kind[] = [...SCRIPT_KINDS, ...PYTHON_KINDS, ...COMPILED_KINDS, ...MIXED_KINDS]
