import { allows } from '#contract/roles.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Unauthorized } from '#server/ports/failure.ts'
import type { Authorization, Marketplace } from '#server/ports/marketplace.ts'
import { getAmazonOrThrow } from '../application.ts'
import type { AccountRecord } from '../queries/accounts.ts'
import { endConnectionAttempt, claimConnectionAttempt } from '../queries/attempts.ts'
import { ConnectionProblem, toConnectionProblem } from './connection-problem.ts'
import { hashState } from './connection-state.ts'
import { storeConnection } from './store-connection.ts'

/** What the browser brings back from Amazon's page. */
export type ConsentAnswer = {
  state: string
  error?: string | undefined
  sellerId?: string | undefined
  code?: string | undefined
}

/**
 * Connects the account that the seller consented to. Amazon is asked everything first and the answers are stored in one
 * transaction; whatever goes wrong, the attempt is gone and nothing else has changed.
 */
export async function completeConnection(ctx: CompanyContext, answer: ConsentAnswer): Promise<void> {
  const amazon = getAmazonOrThrow(ctx)
  const attempt = await ctx.transaction((tx) => claimConnectionAttempt(tx, hashState(ctx, answer.state)))
  if (!attempt) {
    throw new ConnectionProblem('state', 'This person began no such connection in this company, or used it already')
  }
  try {
    const { sellerId, code } = validateAnswer(ctx, attempt, answer)
    const tokens = await exchangeCode(amazon, code)
    const participations = await amazon.readParticipations(toMarketplaceAccount(attempt, sellerId, tokens))
    await ctx.transaction((tx) => storeConnection(tx, ctx, { attempt, sellerId, tokens, participations }))
  } catch (error) {
    await ctx.transaction((tx) => endConnectionAttempt(tx, attempt.id))
    throw toConnectionProblem(error)
  }
}

const sellerIds = /^[A-Z0-9]{1,40}$/

function validateAnswer(ctx: CompanyContext, attempt: AccountRecord, answer: ConsentAnswer) {
  const { authorizationStateExpiresAt: expiresAt, sellerId: expected } = attempt
  if (!expiresAt || expiresAt <= ctx.clock.now()) throw new ConnectionProblem('expired', 'The answer came too late')
  if (ctx.actor.type === 'user' && !allows('ops', ctx.actor.role)) {
    throw new ConnectionProblem('state', 'This person may no longer connect accounts')
  }
  if (answer.error) throw new ConnectionProblem('denied', 'The seller did not consent')
  const { sellerId, code } = answer
  if (!code || !sellerId || !sellerIds.test(sellerId)) {
    throw new ConnectionProblem('refused', 'Amazon sent the browser back without a seller or without a code')
  }
  if (expected !== null && expected !== sellerId) {
    throw new ConnectionProblem('other-seller', 'Another seller consented than the account is of')
  }
  return { sellerId, code }
}

/** A code that Amazon doesn't know any more was good for five minutes, once. */
async function exchangeCode(amazon: Marketplace, code: string): Promise<Authorization> {
  return amazon.authorize(code).catch((error: unknown) => {
    if (!(error instanceof Unauthorized)) throw error
    throw new ConnectionProblem('expired', 'Amazon no longer takes the code', { cause: error })
  })
}

const toMarketplaceAccount = (attempt: AccountRecord, sellerId: string, tokens: Authorization) => ({
  id: attempt.id,
  sellerId,
  region: attempt.region,
  marketplaceIds: attempt.marketplaceIds,
  refreshToken: tokens.refreshToken,
  accessToken: { value: tokens.accessToken, expiresAt: tokens.expiresAt },
})
