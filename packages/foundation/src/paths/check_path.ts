import { posix } from "node:path"
import { isTestPath } from "../text/test_path.ts"
import { isBuildManifest } from "./manifests.ts"

/**
 * Whether a file decides what a check means. Such files are tests and their expected data, manifests and build files,
 * and configuration of runners, compilers and linters. So are environment files, shims that a command may resolve to,
 * and modules that stand in for a runner.
 */
export function isCheckPath(path: string): boolean {
  return isOwnCheckPath(path) || (/\.(?:py[cdi]?|so)$/.test(path) && SHADOWS.has(rootModuleOf(path)))
}

/** Like isCheckPath, for a work tree whose product may have the name of a module that a runner loads. */
export function isOwnCheckPath(path: string): boolean {
  return isTestPath(path) || isBuildPath(path) || SNAPSHOT.test(path)
}

/** The module of Python that a path from the root belongs to. */
export function rootModuleOf(path: string): string {
  return path.split("/", 1)[0]?.replace(/\.pyi?$/, "") ?? ""
}

/**
 * Whether a file decides what runs when a project is installed, built, checked or tested. Such files are manifests,
 * build files, hooks, tool configuration, environment files, and programs that a command resolves to.
 */
export function isBuildPath(path: string): boolean {
  return (
    isBuildManifest(path) || NAMES.has(posix.basename(path)) || PATTERNS.some((pattern) => pattern.test(path))
  )
}

/** Folders of programs that commands resolve to, relative to a root. */
export const PROGRAM_FOLDERS: readonly string[] = ["node_modules/.bin", "vendor/bin", ".venv/bin", "venv/bin"]

const NAMES = new Set(
  [
    "Makefile makefile GNUmakefile justfile Justfile Taskfile.yml Taskfile.yaml Rakefile Gemfile.lock CMakeLists.txt",
    "tox.ini pytest.ini .pytest.ini pytest.toml .pytest.toml noxfile.py conftest.py .coveragerc mypy.ini .mypy.ini ruff.toml .ruff.toml .flake8 .pylintrc",
    "sitecustomize.py usercustomize.py uv.toml hatch.toml Pipfile",
    "phpunit.xml phpunit.xml.dist .rspec rust-toolchain rust-toolchain.toml clippy.toml nextest.toml build.rs go.work",
    ".npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs pnpm-workspace.yaml bunfig.toml deno.json deno.jsonc turbo.json nx.json",
    ".node-version .nvmrc .tool-versions .python-version .envrc mise.toml .mise.toml settings.gradle settings.gradle.kts",
    "gradle.properties gradlew mvnw Directory.Build.props Directory.Build.targets global.json",
  ].flatMap((line) => line.split(" ")),
)

const PATTERNS: readonly RegExp[] = [
  // vitest.config.ts, .mocharc.json, tsconfig.build.json, .env.test, requirements-test.txt
  /(?:^|\/)[\w.-]{1,100}\.config\.[cm]?[jt]s(?:on)?$/,
  /(?:^|\/)\.(?:mocha|babel|eslint|nyc|swc|c8|jest|ava|tap|taprc|stylelint|prettier)rc(?:\.[cm]?[a-z]{1,5})?$/,
  /(?:^|\/)(?:tsconfig|jsconfig)[\w.-]{0,100}\.json$/,
  /(?:^|\/)\.env(?:\.[\w.-]{1,100})?$/,
  /(?:^|\/)requirements[\w.-]{0,100}\.txt$/,
  /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
  /(?:^|\/)\.config\/nextest\.toml$/,
  /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/,
  /\.(?:pth|csproj|fsproj|sln|mk)$/,
  // A package that lies in the tree and calls itself a plugin of the runner.
  /\.(?:egg|dist)-info\/entry_points\.txt$/,
  /(?:^|\/)(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\//,
]

const SNAPSHOT = /(?:^|\/)__snapshots__\/|\.snap$/

/** Modules in the root that would be loaded in place of a runner, or of a Python module it needs. */
const SHADOWS = new Set(
  [
    "pytest _pytest pluggy iniconfig packaging coverage nose xdist pytest_cov exceptiongroup tomli",
    "abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2",
    "cProfile cgi cgitb chunk cmath cmd codecs codeop collections compileall concurrent configparser contextlib",
    "contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils",
    "doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib",
    "functools gc genericpath getopt getpass gettext glob grp gzip hashlib heapq hmac html http imaplib imghdr imp",
    "importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailcap marshal math",
    "mimetypes mmap modulefinder msvcrt multiprocessing netrc nis nntplib ntpath nturl2path numbers opcode operator",
    "optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath",
    "pprint pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib",
    "resource rlcompleter runpy sched select selectors shelve shlex shutil signal smtpd smtplib sndhdr socket",
    "socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat string stringprep struct subprocess",
    "sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit",
    "token tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest urllib uu uuid venv",
    "warnings weakref webbrowser wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo",
  ].flatMap((line) => line.split(" ")),
)
