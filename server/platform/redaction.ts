import pg from 'pg'

/** For people who may read and need not know. */
export const maskedText = '•••'

export const maskEmail = (address: string): string =>
  `${address.slice(0, 1)}${maskedText}${address.slice(address.lastIndexOf('@'))}`

export const maskPhone = (number: string): string => `${maskedText}${number.slice(-2)}`

/** What the log may have of an error that came of somebody's data: its message may quote them. */
export function loggableError(error: unknown): object {
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint } = error
    return { code, table, column, constraint }
  }
  const frames = error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : []
  return { name: error instanceof Error ? error.name : typeof error, frames: frames?.slice(0, 5) }
}
