import { z } from 'zod'

const defaultPageSize = 50
export const maximumPageSize = 500
/** Where a list may have millions of rows, one that is longer says that it has one more. */
export const mostCounted = 10_000

/** Query fields that every list takes. `cursor` comes from the Link header of the page before and is opaque. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maximumPageSize).default(defaultPageSize),
  cursor: z.string().max(500).optional(),
})
export type PageQuery = z.output<typeof PageQuery>

/** A page as verbs return it; over HTTP the rows are the body, `next` and `total` are headers. */
export type Page<Row> = { rows: Row[]; next: string | null; total: number }
