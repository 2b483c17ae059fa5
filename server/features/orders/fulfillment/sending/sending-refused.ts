import { AppError } from '#contract/errors.ts'
import type { AttentionCode } from '#contract/order-status.ts'

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
