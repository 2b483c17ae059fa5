import { escapeXml } from '../xml.ts'

/** What Excel holds in one cell. */
const maxCellText = 32_767
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g

/** A text as it stands in a cell. Excel reads `_xHHHH_` as a character, so such a text gets its underscore escaped. */
export const cellText = (value: string): string =>
  escapeXml(value.slice(0, maxCellText).replace(looksEscaped, '_x005F_')).replaceAll('\r', '_x000D_')

export const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
