import { z } from 'zod'

const defaultPageSize = 50
export const maximumPageSize = 500
/** Counting stops here: a longer list reports one more than this. */
export const mostCounted = 10_000

/** Query fields of every list (keyset pagination). `cursor` is opaque and comes from the Link header. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maximumPageSize).default(defaultPageSize),
  cursor: z.string().max(500).optional(),
})
export type PageQuery = z.output<typeof PageQuery>

/** Query field of a list that can be sorted: a column's id, with a minus before it for descending. */
export const sortBy = <const Id extends string>(ids: readonly Id[]) => z.enum(sortsOf(ids)).optional()

export const sortsOf = <const Id extends string>(ids: readonly Id[]): SortOf<Id>[] =>
  ids.flatMap((id): SortOf<Id>[] => [id, `-${id}`])

export type SortOf<Id extends string> = Id | `-${Id}`

/** A page as handlers return it; over HTTP the rows are the body, `next` and `total` are headers. */
export type Page<Row> = { rows: Row[]; next: string | null; total: number }
