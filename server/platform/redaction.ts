import pg from 'pg'
import { maskedText } from '#contract/masking.ts'
import type { Role } from '#contract/roles.ts'

/** Whether the person sees personal data masked. */
export const seesMasked = ({ actor }: { actor: { type: string; role?: Role } }): boolean =>
  actor.type === 'user' && actor.role === 'readonly'

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
