import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { containedText } from "../files/contained_read.ts"
import { pythonOf } from "./python.ts"
import type { TestFilePlace } from "./script_test_command.ts"

/**
 * The command line that runs one test file of Python from the root, with pytest. With unittest when the file imports
 * it and nothing in the project mentions pytest.
 */
export async function pythonTestCommand(place: TestFilePlace): Promise<string> {
  const { root, path, inner } = place
  const python = pythonOf(root)
  const text = await containedText(root, path)
  if (!/^(?:import|from) unittest\b/m.test(text) || (await hasPytest(root, text))) {
    return `${python} -m pytest -q -p no:cacheprovider ${inner}`
  }
  const module = path.replace(/\.py$/, "").split("/")
  const is_package = module.slice(0, -1).every((_, at) => isPackage(join(root, ...module.slice(0, at + 1))))
  return is_package && module.every((part) => /^[A-Za-z_]\w{0,200}$/.test(part))
    ? `${python} -m unittest ${module.join(".")}`
    : // Without a package around it, the file is found by its name.
      `${python} -m unittest discover -s ${posix.dirname(inner)} -p ${posix.basename(inner)}`
}

const OF_PYTEST = ["pytest.ini", ".pytest.ini", "conftest.py", "tests/conftest.py"]
const CONFIGURATION =
  "pyproject.toml setup.cfg setup.py tox.ini noxfile.py Pipfile requirements.txt requirements-dev.txt dev-requirements.txt requirements-test.txt test-requirements.txt".split(
    " ",
  )

async function hasPytest(root: string, text: string): Promise<boolean> {
  if (text.includes("pytest") || OF_PYTEST.some((name) => existsSync(join(root, name)))) return true
  const texts = await Promise.all(CONFIGURATION.map((name) => containedText(root, name)))
  return texts.some((each) => each.includes("pytest"))
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, "__init__.py"))
}
