import type { PlatformContext } from '#server/platform/context.ts'
import { deleteExpiredSessions } from './queries.ts'

export const authJobs = {
  'auth.purge-sessions': purgeSessions,
}

async function purgeSessions(ctx: PlatformContext): Promise<{ ended: number }> {
  const ended = await ctx.transaction((tx) => deleteExpiredSessions(tx, ctx.clock.now()))
  return { ended }
}
