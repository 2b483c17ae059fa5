import { AppError } from '#contract/errors.ts'

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

/** Two names with “and”, more with commas. */
export const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
