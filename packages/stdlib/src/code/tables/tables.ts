import type { TableLanguage } from "../language.ts"
import { cpp } from "./cpp.ts"
import { csharp } from "./csharp.ts"
import { kotlin } from "./kotlin.ts"
import { php } from "./php.ts"
import { ruby } from "./ruby.ts"
import type { LanguageTable } from "./table.ts"

export const tables: Readonly<Record<TableLanguage, LanguageTable>> = { csharp, cpp, ruby, php, kotlin }
