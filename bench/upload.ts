import { setTimeout as sleep } from 'node:timers/promises'
import { read, utils, write } from '@e965/xlsx'
import { copyAndUpsert } from './baselines/copy-rows.ts'
import type { BenchServices } from './harness/database.ts'
import { type BenchEnvironment, type BenchEnvironments, startEnvironment } from './harness/environments.ts'
import { median, percentile, residentBytes, timed } from './harness/measure.ts'
import { type Figure, figure, figureAgainst } from './harness/report.ts'
import { rowCount, type UploadRow, uploadRows } from './data/upload-rows.ts'

const rounds = 3

/** An upload of 50,000 rows, with other requests meanwhile, against the fastest reader plus COPY and upserts. */
export async function benchUpload({ open, services }: BenchEnvironments): Promise<Figure[]> {
  const environment = await open('large')
  const uploads: Timing[] = []
  const copies: number[] = []
  const readings: number[] = []
  const others: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    copies.push(await timed(() => copyAndUpsert(environment, uploadRows(round, 'COPY', 30_002))))
    const file = workbookOf(uploadRows(round, 'UPLOAD', 5_000))
    readings.push(await timed(async () => readBare(file)))
    const watch = watchServer(environment)
    uploads.push(await sendFile(environment, file))
    others.push(...(await watch.end()).times)
  }
  const part = (name: keyof Timing) => median(uploads.map((upload) => upload[name]))
  const split = `parse ${part('parse').toFixed(0)}, validate ${part('validate').toFixed(0)}, write ${part('write').toFixed(0)} ms`
  return [
    figureAgainst('fastest reader, COPY and upsert', (median(readings) + median(copies)) / 1000, {
      what: '50,000 rows, whole upload',
      ours: part('whole') / 1000,
      unit: 's',
      atMost: 2,
      note: split,
    }),
    figureAgainst('COPY and upsert', rowsPerSecond(median(copies)), {
      what: '50,000 rows, writing',
      ours: rowsPerSecond(part('write')),
      unit: 'rows/s',
      atLeast: 0.5,
    }),
    figure({
      what: 'other calls meanwhile, p95',
      ours: percentile(others, 0.95),
      unit: 'ms',
      atMost: 100,
      note: `${others.length} calls, p50 ${median(others).toFixed(0)} ms, worst ${Math.max(...others).toFixed(0)} ms`,
    }),
    await measureMemory(services),
  ]
}

const rowsPerSecond = (milliseconds: number) => (rowCount * 1000) / milliseconds

/** In a fresh server, so that memory freed by earlier work does not hide what the upload needs. */
async function measureMemory(services: BenchServices): Promise<Figure> {
  const environment = await startEnvironment(services, 'small', 'upload')
  await sendFile(environment, workbookOf(uploadRows(1, 'WARM', 5_000).slice(0, 100)), 100)
  const before = await residentBytes(environment.url)
  const watch = watchServer(environment)
  await sendFile(environment, workbookOf(uploadRows(2, 'MEMORY', 5_000)))
  const { peakBytes } = await watch.end()
  await environment.stop()
  return figure({
    what: '50,000 rows, added memory',
    ours: (peakBytes - before) / 1e6,
    unit: 'MB',
    atMost: 400,
    note: `resident: ${(before / 1e6).toFixed(0)} MB before, web, worker and reader`,
  })
}

/** Measures the latency of other requests and the peak memory of the server. */
function watchServer({ url, headers }: BenchEnvironment) {
  const paths = ['/api/inventory', '/api/products', '/api/auth/user']
  const times: number[] = []
  let peakBytes = 0
  const over = new AbortController()
  const work = (async () => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const path = paths[round % paths.length] ?? ''
      times.push(await timed(async () => (await fetch(url + path, { headers })).arrayBuffer()))
      peakBytes = Math.max(peakBytes, await residentBytes(url))
      await sleep(25)
    }
  })()
  return {
    async end() {
      over.abort()
      await work
      return { times, peakBytes }
    },
  }
}

export function workbookOf(rows: UploadRow[]): Buffer<ArrayBuffer> {
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

/** Reads only the values, with the fastest options of the reader. */
function readBare(file: Buffer): number {
  const { SheetNames, Sheets } = read(file, { type: 'buffer', dense: true, cellText: false, cellHTML: false })
  return Sheets[SheetNames[0] ?? '']?.['!data']?.length ?? 0
}

/** Milliseconds of an upload and of its parts (Server-Timing). */
type Timing = { whole: number; parse: number; validate: number; write: number }

export async function sendFile(
  { url, headers }: Pick<BenchEnvironment, 'url' | 'headers'>,
  file: Buffer<ArrayBuffer>,
  rows = rowCount,
): Promise<Timing> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'bench.xlsx')
  const startedAt = performance.now()
  const reply = await fetch(`${url}/api/bulk/upload`, { method: 'POST', headers, body: form })
  const result = (await reply.json()) as { processed: number; created: number; updated: number }
  const whole = performance.now() - startedAt
  if (!reply.ok || result.created + result.updated !== rows) throw new Error(JSON.stringify(result).slice(0, 500))
  const timing = reply.headers.get('server-timing') ?? ''
  const part = (name: string) => Number(new RegExp(`${name};dur=([\\d.]+)`).exec(timing)?.[1] ?? Number.NaN)
  return { whole, parse: part('parse'), validate: part('validate'), write: part('write') }
}
