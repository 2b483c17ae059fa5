import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '#contract/paging.ts'

/** The pages loaded so far as one list; the newest page knows the count best. */
export function flattenPages<Row>({ pages }: InfiniteData<Page<Row>>) {
  return { rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total ?? 0 }
}
