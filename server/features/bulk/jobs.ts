import { purgeDrafts } from './change-set.ts'

export const bulkJobs = {
  'bulk.purge-drafts': purgeDrafts,
}
