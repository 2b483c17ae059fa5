import { read, utils, write } from '@e965/xlsx'
import { rowCount, type Row } from './rows.ts'
import type { BenchEnvironment } from './stage/stage.ts'

export function workbookOf(rows: Row[]): Buffer<ArrayBuffer> {
  const book = utils.book_new()
  const named = rows.map(({ sku, title, price, quantity, asin, category }) => ({
    SKU: sku,
    Title: title,
    Price: price,
    Quantity: quantity,
    ASIN: asin,
    Category: category,
  }))
  utils.book_append_sheet(book, utils.json_to_sheet(named), 'Products')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer<ArrayBuffer>
}

/** Nothing but its values, as plainly as the fastest reader has them. */
export function readBare(file: Buffer): number {
  const { SheetNames, Sheets } = read(file, { type: 'buffer', dense: true, cellText: false, cellHTML: false })
  return Sheets[SheetNames[0] ?? '']?.['!data']?.length ?? 0
}

/** How long an upload took, and of that each part, in milliseconds. */
export type Timing = { whole: number; parse: number; validate: number; write: number }

export async function sendFile(
  { url, headers }: Pick<BenchEnvironment, 'url' | 'headers'>,
  file: Buffer<ArrayBuffer>,
  rows = rowCount,
): Promise<Timing> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'bench.xlsx')
  const begun = performance.now()
  const reply = await fetch(`${url}/api/bulk/upload`, { method: 'POST', headers, body: form })
  const result = (await reply.json()) as { processed: number; created: number; updated: number }
  const whole = performance.now() - begun
  if (!reply.ok || result.created + result.updated !== rows) throw new Error(JSON.stringify(result).slice(0, 500))
  const timing = reply.headers.get('server-timing') ?? ''
  const part = (name: string) => Number(new RegExp(`${name};dur=([\\d.]+)`).exec(timing)?.[1] ?? Number.NaN)
  return { whole, parse: part('parse'), validate: part('validate'), write: part('write') }
}
