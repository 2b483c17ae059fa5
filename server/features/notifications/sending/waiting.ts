import type { HasDueRows } from '#server/platform/jobs/table-workers.ts'
import { hasDueMessages } from './queries/due-messages.ts'

export const hasDueNotifications: HasDueRows = hasDueMessages
