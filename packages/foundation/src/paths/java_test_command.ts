import { existsSync } from "node:fs"
import { join } from "node:path"
import type { TestFileCommand, TestFilePlace } from "./script_test_command.ts"

/**
 * The command line that runs one class of tests with the Maven or Gradle project at the root, without the network.
 * Maven is not quietened, because only then it says how many tests ran.
 */
export function javaTestCommand({ root, path }: TestFilePlace): TestFileCommand {
  const has = (name: string) => existsSync(join(root, name))
  const [before = "", inside = ""] = `/${path}`.split("/src/test/java/")
  const module = before.slice(1)
  const class_name = inside.replace(/\.java$/, "").replaceAll("/", ".")
  if (!PLAIN.test(module) || !PLAIN.test(class_name))
    return { missing: `${path}: its name is none of a class` }
  if (has("pom.xml")) {
    // A module is built with those it needs, which have no such test.
    const built = module === "" ? "" : ` -pl ${module} -am -Dsurefire.failIfNoSpecifiedTests=false`
    return `mvn -o -B${built} -Dtest=${class_name} test`
  }
  if (
    has("build.gradle") ||
    has("build.gradle.kts") ||
    has("settings.gradle") ||
    has("settings.gradle.kts")
  ) {
    const task = module === "" ? "test" : `:${module.replaceAll("/", ":")}:test`
    return `${has("gradlew") ? "sh ./gradlew" : "gradle"} --offline --console=plain ${task} --tests ${class_name}`
  }
  return { missing: `${path}: neither pom.xml nor build.gradle is there to run it` }
}

const PLAIN = /^[\w./-]{0,400}$/
