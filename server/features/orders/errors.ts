import pg from 'pg'
import { AppError } from '#contract/errors.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import { isDatabaseUnavailable } from '#server/platform/db/errors.ts'
import { LeaseLost } from '#server/platform/jobs/lease.ts'

/** What keeps an order from Amazon: what a person is to see to, or that there is no account to send it by. */
type SendingObstacle =
  | Extract<
      AttentionCode,
      | 'unmapped_sku'
      | 'bad_address'
      | 'unfulfillable'
      | 'not_enough_stock'
      | 'shipped_by_channel'
      | 'cancelled_by_channel'
    >
  | 'no_account'

/** Those who send by themselves learn by `obstacle` what to do about it. */
export class SendingRefused extends AppError {
  readonly obstacle: SendingObstacle

  constructor(obstacle: SendingObstacle, sentence: string) {
    super('conflict', sentence)
    this.name = 'SendingRefused'
    this.obstacle = obstacle
  }
}

/** PostgreSQL's words for values that it can't keep, and for rules that they break. */
const dataErrorCode = /^2[23]/

/**
 * Whether an error comes from what an order says, so that the others can go on without it; not when the database is
 * away, is asked too much, or another worker has taken the job over: that concerns all of them, and passes.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof LeaseLost || isDatabaseUnavailable(error)) return false
  return error instanceof pg.DatabaseError ? dataErrorCode.test(error.code ?? '') : true
}
