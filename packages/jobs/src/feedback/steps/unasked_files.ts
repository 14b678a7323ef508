import { posix } from "node:path"
import { isBuildPath } from "@proofloop/foundation/paths"

/**
 * Which of these paths run, or decide what runs, without being called by name when somebody installs, builds, tests,
 * deploys or lets an agent work. Such files are manifests, build and task files, configurations that are programs,
 * containers, scripts of a forge, and instructions for agents. Sorted. Worse ones, such as hooks and workflows, are
 * on the denylist.
 */
export function unaskedFiles(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter(isUnasked).toSorted()
}

function isUnasked(path: string): boolean {
  const name = posix.basename(path)
  return (
    isBuildPath(path) ||
    isBuildPath(posix.join(posix.dirname(path), name.toLowerCase())) ||
    NAMES.has(name.toLowerCase()) ||
    PATTERNS.some((pattern) => pattern.test(path))
  )
}

const NAMES = new Set(
  [
    "makefile gnumakefile rakefile procfile vagrantfile brewfile tiltfile earthfile snakefile wscript sconstruct",
    "action.yml action.yaml netlify.toml vercel.json fly.toml app.yaml render.yaml skaffold.yaml renovate.json renovate.json5",
    "build.xml build.sbt build.zig cmakepresets.json meson.build workspace module.bazel build.bazel build .bazelrc .bazeliskrc",
    "workspace.bazel flake.nix shell.nix default.nix .readthedocs.yml .readthedocs.yaml nuget.config configure autogen.sh",
    "agents.md claude.md gemini.md .cursorrules .windsurfrules copilot-instructions.md",
  ].flatMap((line) => line.split(" ")),
)

const PATTERNS: readonly RegExp[] = [
  /(?:^|\/)(?:Dockerfile|Containerfile|(?:docker-)?compose)(?:[.-][\w.-]{1,100})?$/i,
  /(?:^|\/)(?:gulpfile|gruntfile|jakefile|fabfile|dodo|webpack\.\w{1,40})\.[cm]?(?:js|ts|py)$/i,
  /(?:^|\/)[\w.-]{1,100}\.(?:gradle|gradle\.kts|cmake|gemspec|podspec|props|targets|vcxproj|vbproj)$/i,
  /(?:^|\/)(?:\.mvn|gradle\/wrapper|\.gradle|buildSrc|\.bundle|\.cargo|\.ci|\.github|\.gitlab|debian|\.config)\//i,
  /^(?:ci|scripts\/ci)\//i,
]
