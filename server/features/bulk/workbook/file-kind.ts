import { AppError } from '#contract/errors.ts'

export type FileKind = 'zip' | 'compound'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** Magic bytes of workbooks: .xlsx is a zip file, .xls a compound file (OLE2). */
const kinds: readonly [start: Buffer, kind: FileKind][] = [
  [bytesOf('PK\x03\x04'), 'zip'],
  [bytesOf('PK\x05\x06'), 'zip'],
  [bytesOf('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'), 'compound'],
]

/** Magic bytes of other files that are uploaded by mistake. */
const others: readonly [start: Buffer, description: string][] = [
  [bytesOf('%PDF'), 'a PDF'],
  [bytesOf('\x89PNG'), 'a picture'],
  [bytesOf('\xFF\xD8\xFF'), 'a picture'],
  [bytesOf('GIF8'), 'a picture'],
  [bytesOf('{\\rtf'), 'a text document'],
  [bytesOf('\x09\x00\x04\x00'), 'a file of Excel 2'],
  [bytesOf('\x09\x02\x06\x00'), 'a file of Excel 3'],
  [bytesOf('\x09\x04\x06\x00'), 'a file of Excel 4'],
]

/** Detects the file's kind by its first bytes, whatever its name. Throws if it is not a workbook. */
export function fileKind(bytes: Buffer): FileKind {
  if (bytes.length === 0) throw new AppError('invalid', 'The file is empty.')
  const kind = startOf(bytes, kinds)
  if (kind) return kind
  const description = startOf(bytes, others) ?? describeText(bytes.subarray(0, 1_000))
  throw new AppError(
    'invalid',
    `The file is not an Excel workbook but ${description}. Open it in Excel and save it as .xlsx.`,
  )
}

const startOf = <T>(bytes: Buffer, starts: readonly [Buffer, T][]): T | undefined =>
  starts.find(([start]) => bytes.subarray(0, start.length).equals(start))?.[1]

function describeText(bytes: Buffer): string {
  const start = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  if (start.startsWith('<?xml')) return 'an XML text'
  if (start.startsWith('<')) return 'a web page (HTML)'
  return bytes.includes(0) ? 'something else' : 'plain text, such as CSV'
}

const fileError = (sentence: string) => () => new AppError('invalid', sentence)

export const notAnExcelFile = fileError('Please select an Excel file (.xlsx or .xls)')

export const damagedFile = fileError('The file is damaged. Open it in Excel and save it again.')

export const passwordProtected = fileError(
  'The file is protected by a password. Save it without one and upload it again.',
)

export const noWorkbookInside = fileError('The file holds no Excel workbook. Open it in Excel and save it as .xlsx.')

export const tooLargeUnpacked = fileError(
  'The file unfolds to more than can be read at once. Split it into several files.',
)

export const tooSlowToRead = fileError(
  'The file takes too long to read. Save it again in Excel, or split it into several files.',
)
