import type { Waiting } from '#server/platform/jobs/drains.ts'
import { hasDue } from './queries/due-messages.ts'

export const hasDueNotifications: Waiting = hasDue
