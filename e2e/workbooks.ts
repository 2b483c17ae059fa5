import { readFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'
import type { Download } from '@playwright/test'

export type Cell = string | number

export function workbook(name: string, rows: Cell[][]) {
  const headings = ['sku', 'TITLE', 'Price', 'quantity', 'Asin', 'category']
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([headings, ...rows]), 'Stock')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  return { name, mimeType: 'application/octet-stream', buffer }
}

/** The rows of the first sheet of a downloaded workbook. */
export async function rowsOf(download: Download): Promise<unknown[][]> {
  const { Sheets } = read(readFileSync(await download.path()))
  return utils.sheet_to_json<unknown[]>(Object.values(Sheets)[0] ?? {}, { header: 1, defval: null })
}

export async function sheetsOf(download: Download): Promise<string[]> {
  return read(readFileSync(await download.path()), { bookSheets: true }).SheetNames
}
