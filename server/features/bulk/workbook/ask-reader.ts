import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { tooSlowToRead, tooLargeUnpacked } from './refusals.ts'
import type { ReaderAnswer, ReaderInput } from './workbook-reader.ts'

export type ReaderLimits = { megabytes: number; milliseconds: number }

/**
 * Starts a thread for one file and ends it, whatever comes of it. A thread that outgrows its limits harms nobody else.
 * What the parser has to say about odd files is for nobody's log.
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

/** Beside the bundle in production; the source itself when run from source. */
function readerFile(): string {
  const beside = join(import.meta.dirname, 'workbook-reader.mjs')
  return existsSync(beside) ? beside : join(import.meta.dirname, 'workbook-reader.ts')
}
