import pg from 'pg'

/** Replaces personal data for people who may see a record but not the data. */
export const maskedText = '•••'

export const maskEmail = (address: string): string =>
  `${address.slice(0, 1)}${maskedText}${address.slice(address.lastIndexOf('@'))}`

export const maskPhone = (number: string): string => `${maskedText}${number.slice(-2)}`

/** The parts of an error that may be logged. Its message may quote a customer's data, so codes, names and stack frames are left. */
export function loggableError(error: unknown): object {
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint } = error
    return { code, table, column, constraint }
  }
  const frames = error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : []
  return { name: error instanceof Error ? error.name : typeof error, frames: frames?.slice(0, 5) }
}
