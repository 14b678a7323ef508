/** The classes of the two most imported packages of the JDK, up to Java 25. */
export const JAVA_CLASSES: Readonly<Record<string, ReadonlySet<string>>> = {
  "java.util": new Set(
    (
      "AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList AbstractSet " +
      "ArrayDeque ArrayList Arrays Base64 BitSet Calendar Collection Collections Comparator " +
      "ConcurrentModificationException Currency Date Deque Dictionary DoubleSummaryStatistics " +
      "DuplicateFormatFlagsException EmptyStackException EnumMap EnumSet Enumeration EventListener " +
      "EventListenerProxy EventObject FormatFlagsConversionMismatchException Formattable FormattableFlags " +
      "Formatter FormatterClosedException GregorianCalendar HashMap HashSet Hashtable HexFormat " +
      "IdentityHashMap IllegalFormatArgumentIndexException IllegalFormatCodePointException " +
      "IllegalFormatConversionException IllegalFormatException IllegalFormatFlagsException " +
      "IllegalFormatPrecisionException IllegalFormatWidthException IllformedLocaleException " +
      "InputMismatchException IntSummaryStatistics InvalidPropertiesFormatException Iterator LinkedHashMap " +
      "LinkedHashSet LinkedList List ListIterator ListResourceBundle Locale LongSummaryStatistics Map " +
      "MissingFormatArgumentException MissingFormatWidthException MissingResourceException NavigableMap " +
      "NavigableSet NoSuchElementException Objects Observable Observer Optional OptionalDouble OptionalInt " +
      "OptionalLong PrimitiveIterator PriorityQueue Properties PropertyPermission PropertyResourceBundle " +
      "Queue Random RandomAccess ResourceBundle Scanner SequencedCollection SequencedMap SequencedSet " +
      "ServiceConfigurationError ServiceLoader Set SimpleTimeZone SortedMap SortedSet Spliterator " +
      "Spliterators SplittableRandom Stack StringJoiner StringTokenizer TimeZone Timer TimerTask " +
      "TooManyListenersException TreeMap TreeSet UUID UnknownFormatConversionException " +
      "UnknownFormatFlagsException Vector WeakHashMap"
    ).split(" "),
  ),
  "java.io": new Set(
    (
      "BufferedInputStream BufferedOutputStream BufferedReader BufferedWriter ByteArrayInputStream " +
      "ByteArrayOutputStream CharArrayReader CharArrayWriter CharConversionException Closeable Console " +
      "DataInput DataInputStream DataOutput DataOutputStream EOFException Externalizable File " +
      "FileDescriptor FileFilter FileInputStream FileNotFoundException FileOutputStream FilePermission " +
      "FileReader FileWriter FilenameFilter FilterInputStream FilterOutputStream FilterReader FilterWriter " +
      "Flushable IO IOError IOException InputStream InputStreamReader InterruptedIOException " +
      "InvalidClassException InvalidObjectException LineNumberInputStream LineNumberReader " +
      "NotActiveException NotSerializableException ObjectInput ObjectInputFilter ObjectInputStream " +
      "ObjectInputValidation ObjectOutput ObjectOutputStream ObjectStreamClass ObjectStreamConstants " +
      "ObjectStreamException ObjectStreamField OptionalDataException OutputStream OutputStreamWriter " +
      "PipedInputStream PipedOutputStream PipedReader PipedWriter PrintStream PrintWriter " +
      "PushbackInputStream PushbackReader RandomAccessFile Reader SequenceInputStream Serial Serializable " +
      "SerializablePermission StreamCorruptedException StreamTokenizer StringBufferInputStream StringReader " +
      "StringWriter SyncFailedException UTFDataFormatException UncheckedIOException " +
      "UnsupportedEncodingException WriteAbortedException Writer"
    ).split(" "),
  ),
}

/** The names that follow "java." in its packages. */
export const JAVA_TOPS: ReadonlySet<string> = new Set(
  "applet awt beans io lang math net nio rmi security sql text time util".split(" "),
)
