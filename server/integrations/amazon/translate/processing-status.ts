import { processingStatus } from '../operations/request-schemas.ts'
import { matchSpelling } from './amazon-values.ts'

/** State of a feed or a report. Amazon also cancels a report that would be empty. */
export type Processing = 'working' | 'done' | 'cancelled' | 'failed'

/** Null for an unknown status. */
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
