import { AppError } from '#contract/errors.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'

/** The database decides whether a code is taken: whoever looks first and writes then may be overtaken in between. */
export async function withFreeCode<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error, 'promotions_code') ? codeIsTaken() : error
  }
}

const codeIsTaken = () =>
  new AppError('conflict', 'Another promotion has this code already.', [
    { field: 'code', message: 'Another promotion has this code already' },
  ])
