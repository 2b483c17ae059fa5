import { purgeDrafts } from './purge-drafts.ts'

export const bulkJobs = {
  'bulk.purge-drafts': purgeDrafts,
}
