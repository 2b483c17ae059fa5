import type { FulfillmentHealth } from '#contract/dashboard.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { judgeHealth, lastAnswerOf } from './judge-health.ts'
import { listAccountFacts, listNewestAttempts, readWaitingFacts } from './queries/fulfillment-facts.ts'

const newestAttempts = 20

export async function readFulfillmentHealth(ctx: CompanyContext): Promise<FulfillmentHealth> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const facts = await ctx.read(async (tx) => ({
    hasApplication: ctx.ports.fulfillment !== null,
    accounts: await listAccountFacts(tx, companyId, now),
    waiting: await readWaitingFacts(tx, companyId),
    attempts: await listNewestAttempts(tx, companyId, newestAttempts),
  }))
  return {
    ...judgeHealth(facts, now),
    lastAnswerAt: lastAnswerOf(facts)?.toISOString() ?? null,
    waiting: facts.waiting.count,
  }
}
