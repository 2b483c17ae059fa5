import type { PlatformContext } from '#server/platform/context.ts'
import { listActiveCompanies } from './queries/receivers.ts'

/** Makes up for processes that died after they had written what waits and before they could wake anybody. */
export async function triggerWaitingWork(ctx: PlatformContext): Promise<{ companies: number; woken: number }> {
  const found = await ctx.transaction(listActiveCompanies)
  let woken = 0
  for (const companyId of found) {
    try {
      woken += (await ctx.triggerDueWorkers(companyId)).length
    } catch (error) {
      ctx.log.error({ err: error, companyId }, 'could not look after what waits at a company')
    }
  }
  return { companies: found.length, woken }
}
