import { AppError } from '#contract/errors.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'

/** The database decides whether a code is taken: whoever looks first and writes then may be overtaken in between. */
export async function withFreeCode<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error, 'skus_sku') ? codeIsTaken() : error
  }
}

const codeIsTaken = () =>
  new AppError('conflict', 'There is a SKU with this code already.', [
    { field: 'sku', message: 'There is a SKU with this code already' },
  ])
