import { on } from 'node:events'
import { crc32 } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { uploadLimits } from '#contract/bulk.ts'
import { damagedFile, noWorkbookInside, passwordProtected, tooLargeUnpacked } from './file-kind.ts'

export type WorkbookPart = { path: string; bytes: Buffer }

/** What a reader of cells needs; pictures, comments, links and macros stay packed. */
const neededParts = /\.(?:xml|rels)$/i

const skippedParts =
  /(?:^|\/)(?:drawings|charts|embeddings|pivotCache|pivotTables|externalLinks|customXml|worksheets\/_rels)\//i

/** The parts of an .xlsx file. Sizes are looked at before anything is unfolded, and counted again while it is. */
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

/** Ends with an error as soon as more comes out than the entry says, so the sum of what it says holds. */
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
 * Every tag and every escaped character costs the parser far more than its bytes. 100,000 rows of twenty columns stay
 * under this.
 */
const mostMarks = 10_000_000

const isMark = Uint8Array.from({ length: 256 }, (_, byte) => ('<&_'.includes(String.fromCodePoint(byte)) ? 1 : 0))

/** A cell holds at most 32,767 characters. */
const longestRun = 1024 * 1024

/** Counts what comes out of a packed workbook, over all its parts, and refuses what no real one holds. */
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
