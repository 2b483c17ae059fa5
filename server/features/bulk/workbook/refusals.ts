import { AppError } from '#contract/errors.ts'

const refuse = (sentence: string) => () => new AppError('invalid', sentence)

export const notExcel = refuse('Please select an Excel file (.xlsx or .xls)')
export const damaged = refuse('The file is damaged. Open it in Excel and save it again.')
export const isProtected = refuse('The file is protected by a password. Save it without one and upload it again.')
export const holdsNoWorkbook = refuse('The file holds no Excel workbook. Open it in Excel and save it as .xlsx.')
export const unfoldsTooFar = refuse('The file unfolds to more than can be read at once. Split it into several files.')
export const takesTooLong = refuse(
  'The file takes too long to read. Save it again in Excel, or split it into several files.',
)

/** Two names with “and”, more with commas. */
export const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
