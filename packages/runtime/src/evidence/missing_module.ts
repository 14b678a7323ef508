/** The name of the module a message misses, as the code asked for it, and what brings one in its ecosystem. */
const MISSING: readonly (readonly [pattern: RegExp, word: string, install: string])[] = [
  [/\b(?:Cannot find (?:package|module|dependency)|Can't resolve) '([^'\n]{1,256})'/, "an", "npm install"],
  [/\bFailed to resolve (?:import|entry for package) "([^"\n]{1,256})"/, "Failed to resolve ", "npm install"],
  [/\bCould not resolve "([^"\n]{1,256})"/, "Could not resolve ", "npm install"],
  [/\bNo module named '?([\w.]{1,256})/, "No module named ", "pip install"],
  [/\bcannot load such file -- ([\w./-]{1,256})/, "cannot load such file", "gem install"],
  [/\bno required module provides package ([\w./~-]{1,256})/, "no required module", "go get"],
  [/\bcan't find crate for `(\w{1,128})`/, "find crate", "cargo add"],
  [
    /\buse of (?:undeclared|unresolved|unlinked)(?: crate or)? module(?: or unlinked crate)? `(\w{1,128})`/,
    "module",
    "cargo add",
  ],
]
/** A path, an alias or a part of the platform, never a package. */
const LOCAL = /^(?:[./\\#~]|[A-Za-z]:|@\/|node:|bun:|virtual:)/

/** Import names whose distribution is called something else. */
const DISTRIBUTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    "yaml pyyaml",
    "cv2 opencv-python opencv-python-headless opencv-contrib-python",
    "pil pillow",
    "sklearn scikit-learn",
    "skimage scikit-image",
    "bs4 beautifulsoup4",
    "dateutil python-dateutil",
    "dotenv python-dotenv",
    "jwt pyjwt",
    "jose python-jose",
    "magic python-magic",
    "multipart python-multipart",
    "slugify python-slugify",
    "docx python-docx",
    "pptx python-pptx",
    "git gitpython",
    "github pygithub",
    "crypto pycryptodome pycrypto",
    "openssl pyopenssl",
    "serial pyserial",
    "usb pyusb",
    "zmq pyzmq",
    "mysqldb mysqlclient",
    "psycopg2 psycopg2-binary",
    "attr attrs",
    "google google-cloud protobuf google-api-python-client",
    "rest-framework djangorestframework",
    "corsheaders django-cors-headers",
    "environ django-environ",
    "debug-toolbar django-debug-toolbar",
    "flask-sqlalchemy flask-sqlalchemy",
    "telegram python-telegram-bot",
    "ldap python-ldap",
    "lz4 lz4",
    "pkg-resources setuptools",
    "win32api pywin32",
    "wx wxpython",
    "gi pygobject",
    "faiss faiss-cpu faiss-gpu",
    "tensorflow tensorflow-cpu",
    "markdown markdown",
    "mpl-toolkits matplotlib",
  ].map((line) => {
    const [name = "", ...distributions] = line.split(" ")
    return [name, distributions] as const
  }),
)

/** The module a message says is missing, null for none or for one of the project's own files. */
export function missingModule(message: string): string | null {
  return missingPackage(message)?.module ?? null
}

/** The same, with the command that may bring it. A package may be called otherwise than its module. */
export function missingPackage(
  message: string,
): { readonly module: string; readonly install: string } | null {
  for (const [pattern, word, install] of MISSING) {
    const module = message.includes(word) ? pattern.exec(message)?.[1] : undefined
    if (module !== undefined) return LOCAL.test(module) ? null : { module, install: `${install} ${module}` }
  }
  return null
}

/** Whether a module belongs to one of the declared packages, named as package manifests name them. */
export function isDeclared(module: string, declared: readonly string[]): boolean {
  const names = new Set(declared.map(folded))
  const parts = folded(module).split("/")
  // "@scope/name/part", "github.com/owner/name/part", "name/part"
  for (let count = parts.length; count > 0; count -= 1) {
    if (names.has(parts.slice(0, count).join("/")) || names.has(parts.slice(0, count).join("-"))) return true
  }
  const [top = ""] = folded(module).split(/[/.]/, 1)
  return [top, ...(DISTRIBUTIONS.get(top) ?? [])].some((name) => names.has(name))
}

/** Letter case, `-`, `_` and requested extras do not change which package it is. */
function folded(name: string): string {
  return name
    .slice(0, 256)
    .toLowerCase()
    .replace(/\[.{0,128}$/, "")
    .replaceAll("_", "-")
    .trim()
}
