import pg from 'pg'
import { AppError } from '#contract/errors.ts'
import type { Message } from '#contract/i18n.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import { isDatabaseUnavailable } from '#server/platform/db/errors.ts'
import { LeaseLost } from '#server/platform/jobs/lease.ts'

/** Why an order can't be sent: an attention code for a person, or `no_account`. */
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

/** Thrown when an order can't be sent to Amazon. Automatic senders decide by `obstacle` what to do. */
export class SendingRefused extends AppError {
  readonly obstacle: SendingObstacle

  constructor(obstacle: SendingObstacle, sentence: Message) {
    super('conflict', sentence)
    this.name = 'SendingRefused'
    this.obstacle = obstacle
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
const dataErrorCode = /^2[23]/

/**
 * Whether an error is caused by the data of one order, so that the others can go on without it. Not so when the
 * database is away or overloaded, or another worker owns the job: such errors affect all orders and pass.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof LeaseLost || isDatabaseUnavailable(error)) return false
  return error instanceof pg.DatabaseError ? dataErrorCode.test(error.code ?? '') : true
}
