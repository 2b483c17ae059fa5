/** Files that may put a text into a statement as it is, and why. Anything else is a value, `sql.identifier` or `sql`…`.inlineParams()`. */
const allowedFiles: Record<string, string> = {
  'server/platform/db/rows.ts': 'types of columns, from the schema',
}

/** drizzle's `sql.raw`, also under another name, and the class that it is made of. */
const rawSql = /\bsql\s*\??\.\s*raw\b|\bsql\s*\[\s*['"`]raw|\{[^{}]*\braw\b[^{}]*\}\s*=\s*sql\b|\bStringChunk\b/

/** SQL injection starts with a text that becomes a part of a statement: one line for each place outside of the list. */
export function rawSqlIn(path: string, text: string): string[] {
  if (Object.hasOwn(allowedFiles, path) || path.startsWith('local/test/raw-sql.')) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      rawSql.test(line)
        ? [`${path}:${index + 1}: sql.raw; pass a value, sql.identifier or .inlineParams(), or list it in raw-sql.ts`]
        : [],
    )
}
