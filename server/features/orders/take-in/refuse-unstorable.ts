import { AppError } from '#contract/errors.ts'
import type { OrderData } from '#contract/intake.ts'
import { fromCents, toCents } from '#contract/money.ts'
import { lineTotal, priceOrder } from './amounts.ts'

/** The highest sum that `numeric(12,2)` holds, in cents. */
const maxAmountCents = 999_999_999_999n

/** Refuses what a channel may well send and PostgreSQL can't keep, in words that help whoever sent it. */
export function assertStorable(order: OrderData): void {
  const sums = [...Object.values(priceOrder(order).amounts), ...order.items.map(lineTotal)]
  if (sums.some((sum) => toCents(sum) > maxAmountCents)) {
    throw unstorableError('total', `The amounts are too high: at most ${fromCents(maxAmountCents)} in all`)
  }
  // PostgreSQL knows no year 0.
  if (order.placedAt && new Date(order.placedAt).getUTCFullYear() < 1) {
    throw unstorableError('placedAt', 'placedAt is before the year 1')
  }
}

const unstorableError = (field: string, message: string) => new AppError('invalid', `${message}.`, [{ field, message }])
