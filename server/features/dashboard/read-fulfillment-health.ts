import type { FulfillmentHealth } from '#contract/dashboard.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { checkHealth, lastAnswerOf } from './judge-health.ts'
import { listAccountFacts, listNewestAttempts, readWaitingFacts } from './queries/fulfillment-facts.ts'

const newestAttempts = 20

export async function readFulfillmentHealth(ctx: CompanyContext): Promise<FulfillmentHealth> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const [accounts, waiting, attempts] = await ctx.read((tx) =>
    Promise.all([
      listAccountFacts(tx, companyId, now),
      readWaitingFacts(tx, companyId),
      listNewestAttempts(tx, companyId, newestAttempts),
    ]),
  )
  const facts = { hasApplication: ctx.ports.fulfillment !== null, accounts, waiting, attempts }
  return {
    ...checkHealth(facts, now),
    lastAnswerAt: lastAnswerOf(facts)?.toISOString() ?? null,
    waiting: waiting.count,
  }
}
