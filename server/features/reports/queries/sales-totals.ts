import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { executePrepared } from '#server/platform/db/prepared.ts'
import type { Span } from '../period.ts'
import { salesIn, totalsFields } from './sales.ts'

/** Sums are of the orders in the company's currency, which `paidOrders` counts; the others are in no sum. */
export type SalesTotals = {
  orders: number
  paidOrders: number
  revenue: string
  discounts: string
  shipping: string
  tax: string
  cancelledOrders: number
  unitsSold: number
}

export type Scope = { companyId: string; currency: string }

export async function readSalesTotals(tx: Tx, { companyId, currency }: Scope, span: Span): Promise<SalesTotals> {
  const query = sql`select ${totalsFields(currency)} from ${salesIn(companyId, span)}`
  const [totals] = await executePrepared<SalesTotals>(tx, query)
  if (!totals) throw new Error('An aggregate without groups has one row')
  return totals
}
