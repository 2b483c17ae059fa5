import { AppError } from '#contract/errors.ts'

/** `text` are separated values. */
export type FileKind = 'zip' | 'compound' | 'text'

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
  [bytesOf('\x09\x00\x04\x00'), 'an Excel 2 file'],
  [bytesOf('\x09\x02\x06\x00'), 'an Excel 3 file'],
  [bytesOf('\x09\x04\x06\x00'), 'an Excel 4 file'],
]

/** Detects the file's kind by its first bytes; only text counts by its name too. Throws if it is neither a workbook nor CSV. */
export function fileKind(bytes: Buffer, name = ''): FileKind {
  if (bytes.length === 0) throw new AppError('invalid', 'The file is empty.')
  const kind = startOf(bytes, kinds)
  if (kind) return kind
  const description = startOf(bytes, others) ?? describeText(bytes.subarray(0, 1_000))
  const isText = description === plainText || startOf(bytes, utf16) !== undefined
  if (isText && isCsvName(name)) return 'text'
  throw new AppError(
    'invalid',
    `The file is ${description}, not an Excel workbook. Open it in Excel and save it as .xlsx.`,
  )
}

export const isCsvName = (name: string): boolean => /\.csv$/i.test(name)

const plainText = 'plain text, such as CSV'

/** Byte order marks of UTF-16, in which Excel saves “Unicode text”. */
const utf16: readonly [start: Buffer, order: string][] = [
  [bytesOf('\xFF\xFE'), 'little endian'],
  [bytesOf('\xFE\xFF'), 'big endian'],
]

const startOf = <T>(bytes: Buffer, starts: readonly [Buffer, T][]): T | undefined =>
  starts.find(([start]) => bytes.subarray(0, start.length).equals(start))?.[1]

function describeText(bytes: Buffer): string {
  const start = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  if (start.startsWith('<?xml')) return 'an XML file'
  if (start.startsWith('<')) return 'a web page (HTML)'
  return bytes.includes(0) ? 'another type of file' : plainText
}

const fileError = (sentence: string) => () => new AppError('invalid', sentence)

export const notAnExcelFile = fileError('Please select an Excel file (.xlsx or .xls)')

export const notText = fileError('The file is not plain text. Save it as CSV or as an Excel workbook.')

export const damagedFile = fileError('The file is damaged. Open it in Excel and save it again.')

export const passwordProtected = fileError(
  'The file is password-protected. Save it without a password and upload it again.',
)

export const noWorkbookInside = fileError('The file contains no Excel workbook. Open it in Excel and save it as .xlsx.')

export const tooLargeUnpacked = fileError('The file is too large to read once unpacked. Split it into several files.')

export const tooSlowToRead = fileError(
  'The file takes too long to read. Save it again in Excel, or split it into several files.',
)
