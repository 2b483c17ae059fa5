import { z } from 'zod'
import { maybe, payload } from './answer.ts'
import { text } from './sent.ts'

export const vendorPace = { rate: 10, burst: 10 } as const

/** Amazon's short name for a vendor or one of its warehouses. */
export const partyIdentification = z.object({ partyId: text('Party') })

/** What vendors write is taken in first and judged later; the transaction tells how it went. */
export const transaction = payload(z.object({ transactionId: maybe(z.string()) }))
