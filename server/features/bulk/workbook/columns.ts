import { uploadColumns } from '#contract/bulk.ts'
import { sheetColumns, sheetLabels, type SheetColumn } from '#contract/sheet.ts'

const requiredLabels = new Set<string>(uploadColumns.filter(({ isRequired }) => isRequired).map(({ name }) => name))

export const requiredColumns = new Set(sheetColumns.filter((column) => requiredLabels.has(sheetLabels[column])))

const columnsByHeading = new Map(sheetColumns.map((column) => [sheetLabels[column].toLowerCase(), column]))

/** Whatever the case of the heading. */
export const columnOf = (heading: string): SheetColumn | undefined => columnsByHeading.get(heading.toLowerCase())
