import pg from 'pg'

const deadlock = '40P01'
const uniqueViolation = '23505'

/** Two transactions got in each other's way, over a SKU's code or by locking crosswise: the same work, done anew, succeeds. */
export const isCollision = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === deadlock || (error.code === uniqueViolation && error.constraint === 'skus_sku'))
