/** Top-level modules of the standard library of Python 3.7 to 3.15. */
export const PYTHON_MODULES: ReadonlySet<string> = new Set(
  (
    "abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 " +
    "bdb binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop " +
    "collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg " +
    "crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest dummy_threading " +
    "email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions " +
    "ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html " +
    "http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache " +
    "locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt " +
    "multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev " +
    "parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint " +
    "profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline " +
    "reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd " +
    "smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics " +
    "string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile " +
    "telnetlib tempfile termios test textwrap this threading time timeit tkinter token tokenize tomllib trace " +
    "traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv " +
    "warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib " +
    "zoneinfo"
  ).split(" "),
)

/** Submodules of standard library packages with few modules. A plain module has none. */
export const PYTHON_SUBMODULES: Readonly<Record<string, string>> = {
  collections: "abc",
  concurrent: "futures futures.thread futures.process interpreters",
  dbm: "dumb gnu ndbm sqlite3",
  html: "entities parser",
  http: "client cookiejar cookies server",
  json: "decoder encoder scanner tool",
  logging: "config handlers",
  os: "path",
  urllib: "error parse request response robotparser",
  wsgiref: "handlers headers simple_server types util validate",
  xmlrpc: "client server",
  asyncio:
    "base_events base_futures base_subprocess base_tasks constants coroutines events exceptions format_helpers futures graph locks log " +
    "mixins proactor_events protocols queues runners selector_events sslproto staggered streams subprocess taskgroups tasks threads " +
    "timeouts tools transports trsock unix_events windows_events windows_utils",
  ...Object.fromEntries(
    "abc argparse array ast base64 bisect builtins collections.abc contextlib contextvars copy csv dataclasses datetime decimal enum functools glob gzip hashlib heapq hmac inspect io itertools math operator pickle platform pprint queue random secrets shlex shutil signal socket ssl statistics struct subprocess tempfile textwrap threading time traceback types typing uuid warnings weakref zlib"
      .split(" ")
      .map((name) => [name, ""]),
  ),
}

/** Import names that differ from the package's name, as parts of the declared name. */
export const PYTHON_PACKAGES: Readonly<Record<string, string>> = {
  attr: "attrs",
  attrs: "attrs",
  bs4: "beautifulsoup4",
  Crypto: "pycryptodome pycrypto",
  cv2: "opencv",
  dateutil: "python-dateutil",
  docx: "python-docx",
  dotenv: "python-dotenv",
  fitz: "pymupdf",
  git: "gitpython",
  jose: "python-jose",
  jwt: "pyjwt",
  magic: "python-magic",
  multipart: "python-multipart",
  MySQLdb: "mysqlclient",
  nacl: "pynacl",
  OpenSSL: "pyopenssl",
  PIL: "pillow",
  pkg_resources: "setuptools",
  psycopg2: "psycopg2",
  serial: "pyserial",
  skimage: "scikit-image",
  sklearn: "scikit-learn",
  slugify: "python-slugify",
  socks: "pysocks",
  usb: "pyusb",
  yaml: "pyyaml",
  zmq: "pyzmq",
}
