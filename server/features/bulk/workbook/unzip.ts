import { on } from 'node:events'
import { crc32 } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { uploadLimits } from '#contract/bulk.ts'
import { damagedFile, noWorkbookInside, passwordProtected, tooLargeUnpacked } from './file-kind.ts'

export type WorkbookPart = { path: string; bytes: Buffer }

/** Parts that hold cells; pictures, comments, links and macros are not unpacked. */
const neededParts = /\.(?:xml|rels)$/i

const skippedParts =
  /(?:^|\/)(?:drawings|charts|embeddings|pivotCache|pivotTables|externalLinks|customXml|worksheets\/_rels)\//i

/**
 * Unzips an .xlsx file. Guards against zip bombs: the declared sizes are checked before anything is unpacked, the real
 * ones while it is.
 */
export async function unzipWorkbook(bytes: Buffer): Promise<WorkbookPart[]> {
  const zip = await openZip(bytes)
  const entries = await listEntries(zip)
  if (!entries.some(({ fileName }) => /(?:^|\/)workbook\d*\.xml$/i.test(fileName))) throw noWorkbookInside()
  const budget = createXmlBudget()
  const parts: WorkbookPart[] = []
  for (const entry of entries) {
    if (!neededParts.test(entry.fileName) || skippedParts.test(entry.fileName)) continue
    parts.push({ path: entry.fileName, bytes: await inflate(zip, entry, budget) })
  }
  return parts
}

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(damagedFile()) : resolve(zip),
    )
  })
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > uploadLimits.zipEntries) throw tooLargeUnpacked()
  const entries = new Map<string, Entry>()
  let expanded = 0
  const found = on(zip, 'entry', { close: ['end'] })
  zip.readEntry()
  for await (const [entry] of orDamaged(found) as AsyncIterable<[Entry]>) {
    if (entry.isEncrypted()) throw passwordProtected()
    expanded += entry.uncompressedSize
    if (expanded > uploadLimits.expandedBytes) throw tooLargeUnpacked()
    const name = entry.fileName.toLowerCase()
    if (entries.has(name)) throw damagedFile()
    entries.set(name, entry)
    zip.readEntry()
  }
  return [...entries.values()]
}

/** Throws as soon as an entry yields more than its declared size, so the sum of the declared sizes is a real limit. */
async function inflate(zip: ZipFile, entry: Entry, budget: XmlBudget): Promise<Buffer> {
  const chunks: Buffer[] = []
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(damagedFile()) : resolve(opened)))
  })
  for await (const chunk of orDamaged(stream)) {
    budget.spend(chunk)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (crc32(bytes) !== entry.crc32) throw damagedFile()
  return bytes
}

async function* orDamaged<T>(steps: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* steps
  } catch {
    throw damagedFile()
  }
}

/**
 * Limit of tags and escaped characters, which cost the parser far more than their bytes. 100,000 rows of twenty columns
 * stay below it.
 */
const mostMarks = 10_000_000

const isMark = Uint8Array.from({ length: 256 }, (_, byte) => ('<&_'.includes(String.fromCodePoint(byte)) ? 1 : 0))

/** Longest text between two tags. A cell of Excel holds at most 32,767 characters. */
const longestRun = 1024 * 1024

/** Counts tags over all parts of a workbook and throws beyond the limits that no real workbook reaches. */
function createXmlBudget() {
  let marks = 0
  let run = 0
  return {
    spend(bytes: Buffer): void {
      for (const byte of bytes) {
        run += 1
        if (isMark[byte] === 0) continue
        if (run > longestRun) throw damagedFile()
        marks += 1
        run = 0
      }
      if (run > longestRun) throw damagedFile()
      if (marks > mostMarks) throw tooLargeUnpacked()
    },
  }
}

type XmlBudget = ReturnType<typeof createXmlBudget>
