import pg from 'pg'

/** What the log may have of an error that came of somebody's data: its message may quote them. */
export function loggableError(error: unknown): object {
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint } = error
    return { code, table, column, constraint }
  }
  const frames = error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : []
  return { name: error instanceof Error ? error.name : typeof error, frames: frames?.slice(0, 5) }
}
