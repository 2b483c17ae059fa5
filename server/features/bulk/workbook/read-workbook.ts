import { uploadLimits } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { createSemaphore } from '#server/platform/concurrency.ts'
import { runReader } from './ask-reader.ts'
import type { CheckedWorkbook } from './checked-workbook.ts'
import { fileKind } from './file-kind.ts'
import { notAnExcelFile } from './refusals.ts'

/** About twice what 65,000 rows in an old .xls file, the hungriest in bounds, were seen to need. */
const mostMegabytes = 512

const withReaderSlot = createSemaphore({
  atOnce: 2,
  queueLimit: 6,
  queueFull: () => new AppError('unavailable', 'Other files are being read. Try again in a minute.'),
})

/** Reads and checks an Excel file in a thread of its own, so that other calls go on meanwhile. */
export async function readWorkbook(file: { name: string; bytes: Buffer }): Promise<CheckedWorkbook> {
  if (!/\.xlsx?$/i.test(file.name)) throw notAnExcelFile()
  const kind = fileKind(file.bytes)
  const limits = { megabytes: mostMegabytes, milliseconds: timeFor(file.bytes.length) }
  const answer = await withReaderSlot(() => runReader({ kind, bytes: file.bytes }, limits))
  if ('refusal' in answer) throw new AppError('invalid', answer.refusal)
  return answer.checked
}

/** A damaged .xls file can send the parser round in circles: a small one must not hold a place for long. */
const timeFor = (bytes: number) => 20_000 + 40_000 * (bytes / uploadLimits.bytes)
