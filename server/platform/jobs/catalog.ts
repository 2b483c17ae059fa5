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
}

export type CatalogJobs = typeof catalog
