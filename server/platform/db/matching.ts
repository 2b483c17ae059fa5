import { ilike, or, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Rows where one of the columns contains the text, letter case aside; no text matches everything. */
export function containsText(text: string | undefined, ...columns: SQLWrapper[]): SQL | undefined {
  if (!text) return undefined
  const pattern = likePattern(text)
  return or(...columns.map((column) => ilike(column as Parameters<typeof ilike>[0], pattern)))
}

/** What contains the text is like this. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
