import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { openCursor } from './cursor.ts'
import { sheetXml } from './sheet-xml.ts'
import type { Batches, Column } from './table.ts'
import { sheetPath, workbookParts } from './workbook-parts.ts'

export type SheetContent = { name: string; columns: readonly Column[]; rows: Batches }

/** The rows that a sheet can have, its heading included. */
const excelRows = 1_048_576

/** The moment that stands on every part; Excel writes the same. */
const partTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** An .xlsx file, packed while its rows are read: as fast as the reader takes it, and no further than the reader goes. */
export async function* workbookContent(
  sheets: readonly SheetContent[],
  rowsPerSheet = excelRows,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const leaving = new AbortController()
  const packing = packSheets(zip, sheets, rowsPerSheet, leaving.signal).catch((error: unknown) =>
    output.destroy(toError(error)),
  )
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    leaving.abort()
    await packing
  }
}

async function packSheets(
  zip: ZipFile,
  sheets: readonly SheetContent[],
  rowsPerSheet: number,
  signal: AbortSignal,
): Promise<void> {
  const names: string[] = []
  for (const { name, columns, rows } of sheets) {
    const cursor = openCursor(rows)
    try {
      for (let part = 1; part === 1 || !(await cursor.isAtEnd()); part += 1) {
        names.push(part === 1 ? name : `${name} (${part})`)
        const xml = Readable.from(sheetXml(columns, cursor, rowsPerSheet), { objectMode: false, signal })
        zip.addReadStream(xml, sheetPath(names.length), partTime)
        await finished(xml)
      }
    } finally {
      await cursor.close()
    }
  }
  for (const [path, xml] of workbookParts(names)) zip.addBuffer(Buffer.from(xml), path, partTime)
  zip.end()
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
