import { AppError } from '#contract/errors.ts'
import type { ParsedInputOf, ReplyInputOf } from '#contract/endpoint.ts'
import type { marketplaceApi } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { ConsentRequest } from '#server/ports/marketplace.ts'
import { encryptApplication } from '../account-secrets.ts'
import { getAmazonOrThrow } from '../application.ts'
import { insertAccount, lockShownAccountOrThrow, updateAccount } from '../queries/accounts.ts'
import { deleteStaleConnectionAttempts } from '../queries/attempts.ts'
import { hashState, createState, stateExpiry } from './connection-state.ts'
import { consentMarketplace } from './consent-marketplace.ts'

type Input = ParsedInputOf<typeof marketplaceApi.initiate>
type ConnectionAttempt = { authorizationState: string; authorizationStateExpiresAt: Date }

/** Begins to connect an account, or to authorise one again: where to send the browser for the seller's consent. */
export async function initiateConnection(
  ctx: CompanyContext,
  input: Input,
): Promise<ReplyInputOf<typeof marketplaceApi.initiate>> {
  if (input.companyId !== ctx.companyId) throw new AppError('not_found', 'There is no such company.')
  const amazon = getAmazonOrThrow(ctx)
  const now = ctx.clock.now()
  const state = createState()
  const attempt = { authorizationState: hashState(ctx, state), authorizationStateExpiresAt: stateExpiry(now) }
  return ctx.transaction(async (tx) => {
    await deleteStaleConnectionAttempts(tx, now)
    const target = input.accountId
      ? await startReauthorization(tx, input.accountId, input, attempt)
      : await startNewConnection(tx, ctx, input, attempt)
    return { authorizationUrl: amazon.consentUrl({ ...target, state }) }
  })
}

type ConsentTarget = Omit<ConsentRequest, 'state'>

async function startNewConnection(
  tx: Tx,
  ctx: CompanyContext,
  input: Input,
  attempt: ConnectionAttempt,
): Promise<ConsentTarget> {
  const target = consentTarget(input.region, input.marketplaceId)
  const id = newId()
  await insertAccount(tx, {
    companyId: ctx.companyId,
    id,
    name: input.integrationName,
    region: input.region,
    marketplaceIds: target.marketplaceId ? [target.marketplaceId] : [],
    ...encryptApplication(ctx, id, getAmazonOrThrow(ctx).application),
    ...attempt,
  })
  return target
}

/** Nothing of the account changes until Amazon has said yes, its name included. */
async function startReauthorization(
  tx: Tx,
  accountId: string,
  input: Input,
  attempt: ConnectionAttempt,
): Promise<ConsentTarget> {
  const { region, marketplaceIds } = await lockShownAccountOrThrow(tx, accountId)
  if (input.region !== region) {
    const message = 'An account stays in the region that it was made for.'
    throw new AppError('invalid', message, [{ field: 'region', message }])
  }
  const target = consentTarget(region, input.marketplaceId ?? (region === 'fe' ? marketplaceIds[0] : undefined))
  await updateAccount(tx, accountId, attempt)
  return target
}

function consentTarget(region: Input['region'], wanted: string | undefined): ConsentTarget {
  const marketplaceId = consentMarketplace(region, wanted)
  return marketplaceId === undefined ? { region } : { region, marketplaceId }
}
