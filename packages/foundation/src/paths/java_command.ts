import { existsSync } from "node:fs"
import { join } from "node:path"

const WORDS = {
  test: { maven: "-fae test", gradle: "--continue test" },
  compile: { maven: "compile", gradle: "classes" },
} as const

/** How Maven or Gradle tests or compiles the project in `root` without the network; null: neither builds it. */
export function javaCommand(root: string, goal: keyof typeof WORDS): string | null {
  const has = (name: string) => existsSync(join(root, name))
  const { maven, gradle } = WORDS[goal]
  if (has("pom.xml")) return `mvn -q -o -B ${maven}`
  if (!has("build.gradle") && !has("build.gradle.kts")) return null
  return `${has("gradlew") ? "sh ./gradlew" : "gradle"} --offline --quiet ${gradle}`
}
