import { z } from 'zod'
import { job } from './definition.ts'

/** All background work of the product on one page. */
export const catalog = {
  'auth.purge-sessions': job({
    title: 'Clear ended sessions',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '17 * * * *',
  }),
  'bulk.purge-drafts': job({
    title: 'Clear uploads that were not finished',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '37 * * * *',
  }),
}

export type CatalogJobs = typeof catalog
