import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'

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
const others: readonly [start: Buffer, description: Message][] = [
  [bytesOf('%PDF'), say('a PDF')],
  [bytesOf('\x89PNG'), say('a picture')],
  [bytesOf('\xFF\xD8\xFF'), say('a picture')],
  [bytesOf('GIF8'), say('a picture')],
  [bytesOf('{\\rtf'), say('a text document')],
  [bytesOf('\x09\x00\x04\x00'), say('an Excel 2 file')],
  [bytesOf('\x09\x02\x06\x00'), say('an Excel 3 file')],
  [bytesOf('\x09\x04\x06\x00'), say('an Excel 4 file')],
]

/** Detects the file's kind by its first bytes; only text counts by its name too. Throws if it is neither a workbook nor CSV. */
export function fileKind(bytes: Buffer, name = ''): FileKind {
  if (bytes.length === 0) throw new AppError('invalid', say('The file is empty.'))
  const kind = startOf(bytes, kinds)
  if (kind) return kind
  const description = startOf(bytes, others) ?? describeText(bytes.subarray(0, 1_000))
  const isText = description === plainText || startOf(bytes, utf16) !== undefined
  if (isText && isCsvName(name)) return 'text'
  throw new AppError(
    'invalid',
    say('The file is {description}, not an Excel workbook. Open it in Excel and save it as .xlsx.', { description }),
  )
}

export const isCsvName = (name: string): boolean => /\.csv$/i.test(name)

const plainText = say('plain text, such as CSV')

/** Byte order marks of UTF-16, in which Excel saves “Unicode text”. */
const utf16: readonly [start: Buffer, order: string][] = [
  [bytesOf('\xFF\xFE'), 'little endian'],
  [bytesOf('\xFE\xFF'), 'big endian'],
]

const startOf = <T>(bytes: Buffer, starts: readonly [Buffer, T][]): T | undefined =>
  starts.find(([start]) => bytes.subarray(0, start.length).equals(start))?.[1]

function describeText(bytes: Buffer): Message {
  const start = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  if (start.startsWith('<?xml')) return say('an XML file')
  if (start.startsWith('<')) return say('a web page (HTML)')
  return bytes.includes(0) ? say('another type of file') : plainText
}

const fileError = (sentence: Message) => () => new AppError('invalid', sentence)

export const notAnExcelFile = fileError(say('Please select an Excel file (.xlsx or .xls)'))

export const notText = fileError(say('The file is not plain text. Save it as CSV or as an Excel workbook.'))

export const damagedFile = fileError(say('The file is damaged. Open it in Excel and save it again.'))

export const passwordProtected = fileError(
  say('The file is password-protected. Save it without a password and upload it again.'),
)

export const noWorkbookInside = fileError(
  say('The file contains no Excel workbook. Open it in Excel and save it as .xlsx.'),
)

export const tooLargeUnpacked = fileError(
  say('The file is too large to read once unpacked. Split it into several files.'),
)

export const tooSlowToRead = fileError(
  say('The file takes too long to read. Save it again in Excel, or split it into several files.'),
)
