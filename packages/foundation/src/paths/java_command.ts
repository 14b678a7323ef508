import { existsSync } from "node:fs"
import { join } from "node:path"

/** How Maven or Gradle compiles the project in `root` without the network; null: neither builds it. */
export function javaCommand(root: string): string | null {
  const has = (name: string) => existsSync(join(root, name))
  if (has("pom.xml")) return "mvn -q -o -B compile"
  if (!has("build.gradle") && !has("build.gradle.kts")) return null
  return `${has("gradlew") ? "sh ./gradlew" : "gradle"} --offline --quiet classes`
}
