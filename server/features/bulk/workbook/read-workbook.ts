import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { uploadLimits } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { createSemaphore } from '#server/platform/concurrency.ts'
import type { CheckedWorkbook } from './check-rows.ts'
import { fileKind, notAnExcelFile, tooLargeUnpacked, tooSlowToRead } from './file-kind.ts'
import type { ReaderAnswer, ReaderInput } from './workbook-reader.ts'

/**
 * Memory limit of the worker thread. An .xls file with 65,000 rows, the most demanding allowed, needs about half of it.
 */
const mostMegabytes = 512

const withReaderSlot = createSemaphore({
  limit: 2,
  queueLimit: 6,
  queueFull: () => new AppError('unavailable', 'Other files are being read. Try again in a minute.'),
})

/**
 * Reads and checks an Excel file in a worker thread, so that other requests are served meanwhile. At most two at a
 * time, six more wait.
 */
export async function readWorkbook(file: { name: string; bytes: Buffer }): Promise<CheckedWorkbook> {
  if (!/\.xlsx?$/i.test(file.name)) throw notAnExcelFile()
  const kind = fileKind(file.bytes)
  const limits = { megabytes: mostMegabytes, milliseconds: timeFor(file.bytes.length) }
  const answer = await withReaderSlot(() => runReader({ kind, bytes: file.bytes }, limits))
  if ('refusal' in answer) throw new AppError('invalid', answer.refusal)
  return answer.checked
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
