import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { uploadLimits } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { createSemaphore } from '#server/platform/concurrency.ts'
import type { CheckedWorkbook } from './check-rows.ts'
import { fileKind, isCsvName, notAnExcelFile, tooLargeUnpacked, tooSlowToRead } from './file-kind.ts'
import type { OrderLineRow } from './order-rows.ts'
import type { CheckedTracking } from './tracking-rows.ts'
import type { ReaderAnswer, ReaderInput } from './workbook-reader.ts'

/**
 * Memory limit of the worker thread. An .xls file with 65,000 rows, the most demanding allowed, needs about half of it.
 */
const mostMegabytes = 512

const withReaderSlot = createSemaphore({
  limit: 2,
  queueLimit: 6,
  queueFull: () => new AppError('unavailable', say('Other files are being read. Try again in a minute.')),
})

/**
 * Reads and checks an Excel or CSV file in a worker thread, so that other requests are served meanwhile. At most two at a
 * time, six more wait.
 */
export async function readWorkbook(file: NamedFile): Promise<CheckedWorkbook> {
  if (!isReadable(file.name)) throw notAnExcelFile()
  const answer = await readInThread(file, 'products')
  if ('checked' in answer) return answer.checked
  throw new Error('The reader of workbooks answered something else than it was asked for')
}

/** Reads and checks a file of tracking numbers in the same way. */
export async function readTracking(file: NamedFile): Promise<CheckedTracking> {
  if (!isReadable(file.name)) throw notATrackingFile()
  const answer = await readInThread(file, 'tracking')
  if ('tracking' in answer) return answer.tracking
  throw new Error('The reader of workbooks answered something else than it was asked for')
}

/** Reads the lines of a file of orders in the same way. */
export async function readOrdersFile(file: NamedFile): Promise<OrderLineRow[]> {
  if (!isReadable(file.name)) throw notATrackingFile()
  const answer = await readInThread(file, 'orders')
  if ('orders' in answer) return answer.orders
  throw new Error('The reader of workbooks answered something else than it was asked for')
}

const notATrackingFile = () => new AppError('invalid', say('Please select an Excel or CSV file (.xlsx, .xls or .csv)'))

type NamedFile = { name: string; bytes: Buffer }

const isReadable = (name: string): boolean => isCsvName(name) || /\.xlsx?$/i.test(name)

async function readInThread({ name, bytes }: NamedFile, content: 'products' | 'tracking' | 'orders') {
  const kind = fileKind(bytes, name)
  const limits = { megabytes: mostMegabytes, milliseconds: timeFor(bytes.length) }
  const answer = await withReaderSlot(() => runReader({ kind, bytes, content, name }, limits))
  if ('refusal' in answer) throw new AppError('invalid', answer.refusal)
  return answer
}

/**
 * Time limit in milliseconds, by the size of the file: a damaged .xls file can send the parser into an endless loop.
 */
const timeFor = (bytes: number) => 20_000 + 40_000 * (bytes / uploadLimits.bytes)

type ReaderLimits = { megabytes: number; milliseconds: number }

/**
 * Runs a worker thread for one file and always terminates it. Resource limits protect the process. The parser's output
 * on stdout and stderr is discarded.
 */
export async function runReader(input: ReaderInput, limits: ReaderLimits): Promise<ReaderAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>()
  const thread = new Worker(readerFile(), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  thread.stdout.resume()
  thread.stderr.resume()
  const timer = setTimeout(() => reject(tooSlowToRead()), limits.milliseconds)
  thread.once('message', resolve)
  thread.once('error', (error) => reject(isOutOfMemory(error) ? tooLargeUnpacked() : error))
  thread.once('exit', (code) => reject(new Error(`The reader of workbooks ended without an answer (${code}).`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The worker's entry: next to the bundle in production, the TypeScript source otherwise. */
function readerFile(): string {
  const beside = join(import.meta.dirname, 'workbook-reader.mjs')
  return existsSync(beside) ? beside : join(import.meta.dirname, 'workbook-reader.ts')
}
