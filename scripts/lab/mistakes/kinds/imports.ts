import { posix } from "node:path"
import type { Random } from "../../simulation/random.ts"
import type { Mistake, Place } from "../mistake.ts"
import { CODE, type Source } from "../source.ts"

type Lines = Readonly<Record<"script" | "python" | "go" | "rust" | "java", readonly [string, ...string[]]>>

/** Imports that lead nowhere. */
export const imports: readonly Mistake[] = [
  imported("invented-package", {
    script: [
      'import { retry } from "async-retry-helper-kit"',
      'import deepMerge from "@utilkit/deep-merge"',
      'import { hash } from "fast-hash-tools"',
    ],
    python: ["import fasthash_tools", "from smart_retry import retry_call", "import deepmerge_kit.core"],
    go: ['"github.com/gotoolbox/retrykit"', '"github.com/fastkit/deepmerge/v2"', '"gopkg.in/smartcache.v3"'],
    rust: ["use retry_toolbox::retry;", "use deep_merge_kit::Merge;", "use fast_hashing_tools::hash_all;"],
    java: [
      "import io.retrytools.core.RetryTemplate;",
      "import com.fastkit.hash.Hashers;",
      "import org.deepmerge.Merger;",
    ],
  }),
  imported("undeclared-package", {
    script: ['import _ from "lodash"', 'import moment from "moment"', 'import axios from "axios"'],
    python: ["import pandas as pd", "import tensorflow as tf", "from boto3 import client"],
    go: ['"github.com/sirupsen/logrus"', '"github.com/jmoiron/sqlx"', '"go.mongodb.org/mongo-driver/mongo"'],
    rust: ["use itertools::Itertools;", "use diesel::prelude::*;", "use nalgebra::Vector3;"],
    java: [
      "import org.joda.time.DateTime;",
      "import com.mongodb.client.MongoClient;",
      "import org.apache.kafka.clients.producer.KafkaProducer;",
    ],
  }),
  imported("invented-module-of-the-standard-library", {
    script: [
      'import { sleep } from "node:async"',
      'import { merge } from "node:objects"',
      'import { retry } from "node:retry"',
    ],
    python: [
      "from collections.ordered import OrderedSet",
      "import asyncio.retry",
      "from os.filesystem import walk_tree",
    ],
    go: ['"net/httputils"', '"strings/builder"', '"encoding/yaml"'],
    rust: ["use std::collection::HashMap;", "use std::async_io::Reader;", "use std::strings::StringExt;"],
    java: ["import java.util.StringUtils;", "import java.utils.List;", "import java.io.FileUtils;"],
  }),
  {
    kind: "invented-own-module",
    topic: "import",
    languages: CODE,
    of: "sources",
    make: (source, place) => withImport(source, ownModule(source, place)),
  },
  {
    kind: "invented-name-of-an-own-module",
    topic: "import",
    languages: ["script", "python"],
    of: "sources",
    make(source) {
      const own =
        source.language === "script"
          ? /^import (?:type )?\{[^}\n]+\} from (["']\.[^"'\n]+["'])/m
          : /^from (\.[\w.]+) import \w/m
      const module = own.exec(source.text)?.[1]
      if (module === undefined) return null
      return withImport(
        source,
        source.language === "script"
          ? `import { normalizeAllOptions } from ${module}`
          : `from ${module} import normalize_all_options`,
      )
    },
  },
]

function imported(kind: string, lines: Lines): Mistake {
  return {
    kind,
    topic: "import",
    languages: CODE,
    of: "sources",
    make: (source, { random }) =>
      source.language === "text" ? null : withImport(source, random.pick(lines[source.language])),
  }
}

function ownModule(source: Source, place: Place): string | null {
  switch (source.language) {
    case "script":
      return `import { normalize } from "./${place.random.pick(["options-normalizer", "internal-helpers", "shared/normalize"])}.js"`
    case "python":
      return place.paths.includes(posix.join(posix.dirname(source.path), "__init__.py"))
        ? "from ._option_helpers import normalize"
        : null
    case "go":
      return place.go_module === null ? null : `"${place.go_module}/internal/optionhelpers"`
    case "rust":
      return pickRust(place.random)
    case "java": {
      const own = /^package ([\w.]+);/m.exec(source.text)?.[1]
      return own === undefined ? null : `import ${own}.support.OptionNormalizer;`
    }
    default:
      return null
  }
}

function pickRust(random: Random): string {
  return random.pick(["use crate::option_helpers::normalize;", "use crate::internal_support::Normalizer;"])
}

function withImport(
  { path, text, language }: Source,
  line: string | null,
): readonly { path: string; after: string }[] | null {
  if (line === null) return null
  const pattern = {
    script: /^import [^\n]*from [^\n]*$|^import ["'][^\n]*$|^const [^\n]*require\([^\n]*$/gm,
    python: /^(?:from [\w.]+ import [\w, ]+|import [\w., ]+)$/gm,
    go: /^\t"[^"\n]+"$/gm,
    rust: /^use [^;{]*;$/gm,
    java: /^import [^;]+;$/gm,
    text: /$^/g,
  }[language]
  const last = [...text.matchAll(pattern)].at(-1)
  if (last === undefined) return null
  const at = last.index + last[0].length
  const required =
    language === "script" && last[0].startsWith("const") ? (/from (.+)$/.exec(line)?.[1] ?? "") : null
  const added = required === null ? line : `const extra = require(${required})`
  return [{ path, after: `${text.slice(0, at)}\n${language === "go" ? "\t" : ""}${added}${text.slice(at)}` }]
}
