import { processingStatus } from '../operations/request-schemas.ts'
import { matchSpelling } from './amazon-values.ts'

/** How far Amazon is with a feed or a report. `cancelled` is also its word for a report without any data. */
export type Processing = 'working' | 'done' | 'cancelled' | 'failed'

/** Null for a word we don't know. */
export function readProcessingStatus(spelled: string): Processing | null {
  const word = matchSpelling(processingStatus.options, spelled)
  switch (word) {
    case 'IN_QUEUE':
    case 'IN_PROGRESS':
      return 'working'
    case 'DONE':
      return 'done'
    case 'CANCELLED':
      return 'cancelled'
    case 'FATAL':
      return 'failed'
    case null:
      return null
  }
}
