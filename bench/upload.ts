import { setTimeout as sleep } from 'node:timers/promises'
import { utils, write } from '@e965/xlsx'
import { copyAndUpsert } from './limits/copy-and-upsert.ts'
import { median, percentile, residentBytes, timed } from './measure.ts'
import { figure, figureAgainst, type Figure } from './report.ts'
import { rowCount, rowsOf, type Row } from './rows.ts'
import type { Stage } from './stage/stage.ts'

const rounds = 3

/** 50,000 rows from the request to the commit, beside other people's work, against COPY and plain upserts. */
export async function benchUpload(stage: Stage): Promise<Figure[]> {
  const uploads: Timing[] = []
  const copies: number[] = []
  const others: number[] = []
  let peakBytes = 0
  for (let round = 1; round <= rounds; round += 1) {
    copies.push(await timed(() => copyAndUpsert(stage, rowsOf(round, 'COPY', 30_002))))
    const file = workbookOf(rowsOf(round, 'UPLOAD', 5_000))
    const watch = watchServer(stage)
    uploads.push(await sendFile(stage, file))
    const seen = await watch.end()
    others.push(...seen.times)
    peakBytes = Math.max(peakBytes, seen.peakBytes)
  }
  const part = (name: keyof Timing) => median(uploads.map((upload) => upload[name]))
  const split = `parse ${part('parse').toFixed(0)}, validate ${part('validate').toFixed(0)}, write ${part('write').toFixed(0)} ms`
  return [
    figure({ what: '50,000 rows, whole upload', ours: part('whole') / 1000, unit: 's', atMost: 30, note: split }),
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
    figure({
      what: 'server memory meanwhile',
      ours: peakBytes / 1e6,
      unit: 'MB',
      atMost: 900,
      note: 'resident, web, worker and reader',
    }),
  ]
}

const rowsPerSecond = (milliseconds: number) => (rowCount * 1000) / milliseconds

type Timing = { whole: number; parse: number; validate: number; write: number }

async function sendFile({ url, headers }: Stage, file: Buffer<ArrayBuffer>): Promise<Timing> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'bench.xlsx')
  const begun = performance.now()
  const reply = await fetch(`${url}/api/bulk/upload`, { method: 'POST', headers, body: form })
  const result = (await reply.json()) as { processed: number; created: number; updated: number }
  const whole = performance.now() - begun
  if (!reply.ok || result.created + result.updated !== rowCount) throw new Error(JSON.stringify(result).slice(0, 500))
  const timing = reply.headers.get('server-timing') ?? ''
  const part = (name: string) => Number(new RegExp(`${name};dur=([\\d.]+)`).exec(timing)?.[1] ?? Number.NaN)
  return { whole, parse: part('parse'), validate: part('validate'), write: part('write') }
}

function workbookOf(rows: Row[]): Buffer<ArrayBuffer> {
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

/** What somebody else at a screen sees meanwhile, and how large the server grows. */
function watchServer({ url, headers }: Stage) {
  const paths = ['/api/inventory', '/api/products', '/api/auth/user']
  const times: number[] = []
  let peakBytes = 0
  const over = new AbortController()
  const work = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? ''
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
