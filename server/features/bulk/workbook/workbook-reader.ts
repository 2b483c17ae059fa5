import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#contract/errors.ts'
import type { Message } from '#contract/i18n.ts'
import { checkRows, type CheckedWorkbook } from './check-rows.ts'
import type { FileKind } from './file-kind.ts'
import { findSheet } from './find-sheet.ts'
import { type OrderLineRow, readOrderRows } from './order-rows.ts'
import { parseCsv } from './parse-csv.ts'
import { parseCompound, parseParts, type Sheet } from './parse-workbook.ts'
import { checkTracking, type CheckedTracking } from './tracking-rows.ts'
import { unzipWorkbook } from './unzip.ts'

/** The messages to and from the worker thread. */
export type ReaderInput = {
  kind: FileKind
  bytes: Uint8Array
  content?: 'products' | 'tracking' | 'orders'
  name?: string
}
export type ReaderAnswer =
  | { checked: CheckedWorkbook }
  | { tracking: CheckedTracking }
  | { orders: OrderLineRow[] }
  | { refusal: Message }

if (parentPort) {
  // Low priority, so that requests come first. Only on Linux: elsewhere it would apply to the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort.postMessage(await answer(workerData as ReaderInput))
}

async function answer(input: ReaderInput): Promise<ReaderAnswer> {
  try {
    if (input.content === 'tracking') return { tracking: checkTracking(await parseSheets(input)) }
    if (input.content === 'orders') return { orders: readOrderRows(await parseSheets(input)) }
    return { checked: await checkWorkbook(input) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.sentence }
    throw error
  }
}

async function parseSheets({ kind, bytes, name = 'CSV' }: ReaderInput): Promise<Sheet[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (kind === 'text') return [parseCsv(name, file)]
  return kind === 'zip' ? parseParts(await unzipWorkbook(file)) : parseCompound(file)
}

/** Reads and checks the file in the current thread. */
export async function checkWorkbook(input: ReaderInput): Promise<CheckedWorkbook> {
  const { kind, bytes } = input
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const started = performance.now()
  const parts = kind === 'zip' ? await unzipWorkbook(file) : null
  const scanned = performance.now()
  const sheet = findSheet(parts ? await parseParts(parts) : await parseSheets(input))
  const parsed = performance.now()
  const rows = checkRows(sheet)
  const timings = { scan: scanned - started, parse: parsed - scanned, check: performance.now() - parsed }
  return { sheetName: sheet.name, ignoredColumns: sheet.ignoredColumns, ...rows, timings }
}
