import type { BadEdit, Kind } from "../kind.ts"

const PRICES = `def with_tax(net):
    return round(net * 1.19, 2)


def with_discount(net, percent):
    return round(net * (100 - percent) / 100, 2)
`
const CART = `from shop.prices import with_discount, with_tax


def total(items, percent=0):
    net = sum(item["price"] * item["count"] for item in items)
    return with_tax(with_discount(net, percent))
`
const PYTEST = `from shop.cart import total


def test_adds_the_tax():
    assert total([{"price": 100, "count": 1}]) == 119


def test_takes_the_discount_off_first():
    assert total([{"price": 100, "count": 1}], 10) == 107.1
`
const UNITTEST = `import unittest

from shop.cart import total


class CartTest(unittest.TestCase):
    def test_adds_the_tax(self):
        self.assertEqual(total([{"price": 100, "count": 1}]), 119)
`
const pyproject = (more: string): string => `[project]
name = "shop"
version = "1.0.0"
requires-python = ">=3.9"
${more}`

const SHOP = {
  ".gitignore": "__pycache__/\n.venv/\n",
  "shop/__init__.py": "",
  "shop/prices.py": PRICES,
  "shop/cart.py": CART,
}
const DROPPED: BadEdit = {
  about: "rewrites prices.py and drops a function that cart.py imports",
  files: { "shop/prices.py": PRICES.slice(0, PRICES.indexOf("\n\n\n") + 1) },
  critic: "G7",
  level: "error",
}

export const PYTHON_KINDS: readonly Kind[] = [
  {
    name: "Python, pip, pytest",
    programs: ["python3", "pytest"],
    tools: [],
    files: { ...SHOP, "requirements.txt": "pytest\n", "tests/test_cart.py": PYTEST, "tests/__init__.py": "" },
    make: [],
    proofloop: "global",
    uncommitted: {},
    bad_edit: DROPPED,
  },
  {
    name: "Python, pip, unittest",
    programs: ["python3"],
    tools: [],
    files: {
      ...SHOP,
      "pyproject.toml": pyproject(""),
      "tests/test_cart.py": UNITTEST,
      "tests/__init__.py": "",
    },
    make: [],
    proofloop: "global",
    uncommitted: {},
    bad_edit: {
      about: "empties a function that it could not mend",
      files: { "shop/cart.py": CART.replace(/ {4}net[^]*/, "    raise NotImplementedError\n") },
      critic: "stubs",
      level: "error",
    },
  },
  {
    name: "Python, uv",
    programs: ["uv"],
    tools: [],
    files: {
      ...SHOP,
      "pyproject.toml": pyproject('\n[dependency-groups]\ndev = ["pytest"]\n'),
      "tests/test_cart.py": PYTEST,
    },
    make: ["uv lock"],
    proofloop: "global",
    uncommitted: {},
    bad_edit: DROPPED,
  },
  {
    name: "Python, Poetry",
    programs: ["poetry"],
    tools: [],
    files: {
      ...SHOP,
      "pyproject.toml": pyproject('\n[tool.poetry.group.dev.dependencies]\npytest = "*"\n'),
      "tests/test_cart.py": PYTEST,
    },
    make: ["poetry lock"],
    proofloop: "global",
    uncommitted: {},
    bad_edit: DROPPED,
  },
]
