import { z } from 'zod'
import { maybe, payload } from './answer.ts'
import { text } from './sent.ts'

export const vendorRateLimit = { rate: 10, burst: 10 } as const

/** Amazon's short name for a vendor or one of its warehouses. */
export const partyIdentification = z.object({ partyId: text('Party') })

/** So much of a product, as it is sent. */
export const Quantity = z.object({
  amount: z.int().min(0),
  unitOfMeasure: z.enum(['Cases', 'Eaches']),
  unitSize: z.int().min(1).optional(),
})

/** The same as it is read. */
export const KnownQuantity = z.object({
  amount: maybe(z.int()),
  unitOfMeasure: maybe(z.string()),
  unitSize: maybe(z.int()),
})

/** What vendors write is taken in first and judged later; the transaction tells how it went. */
export const transaction = payload(z.object({ transactionId: maybe(z.string()) }))
