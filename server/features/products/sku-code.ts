import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { AppError } from '#contract/errors.ts'

const uniqueViolation = '23505'

/** The database decides whether a code is taken: whoever looks first and writes then may be overtaken in between. */
export async function withFreeCode<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isTaken(error) ? codeIsTaken() : error
  }
}

function isTaken(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === uniqueViolation && cause.constraint === 'skus_sku'
}

const codeIsTaken = () =>
  new AppError('conflict', 'There is a SKU with this code already.', [
    { field: 'sku', message: 'There is a SKU with this code already' },
  ])
