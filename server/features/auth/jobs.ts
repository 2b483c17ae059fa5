import { purgeSessions } from './purge-sessions.ts'

export const authJobs = {
  'auth.purge-sessions': purgeSessions,
}
