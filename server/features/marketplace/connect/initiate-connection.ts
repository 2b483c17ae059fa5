import { AppError } from '#contract/errors.ts'
import type { ParsedInputOf, ReplyInputOf } from '#contract/endpoint.ts'
import type { marketplaceApi } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/id.ts'
import type { ConsentRequest } from '#server/ports/marketplace.ts'
import { sealApplication } from '../account-secrets.ts'
import { requireAmazon } from '../application.ts'
import { insertAccount, lockAccount, updateAccount } from '../queries/accounts.ts'
import { deleteStaleAttempts } from '../queries/attempts.ts'
import { hashOfState, newState, stateExpiry } from './connection-state.ts'
import { consentMarketplace } from './consent-marketplace.ts'

type Input = ParsedInputOf<typeof marketplaceApi.initiate>
type Attempt = { authorizationState: string; authorizationStateExpiresAt: Date }

/** Begins to connect an account, or to authorise one again: where to send the browser for the seller's consent. */
export async function initiateConnection(
  ctx: CompanyContext,
  input: Input,
): Promise<ReplyInputOf<typeof marketplaceApi.initiate>> {
  if (input.companyId !== ctx.companyId) throw new AppError('not_found', 'There is no such company.')
  const amazon = requireAmazon(ctx)
  const now = ctx.clock.now()
  const state = newState()
  const attempt = { authorizationState: hashOfState(ctx, state), authorizationStateExpiresAt: stateExpiry(now) }
  return ctx.transaction(async (tx) => {
    await deleteStaleAttempts(tx, now)
    const asked = input.accountId
      ? await beginAgain(tx, input.accountId, input, attempt)
      : await beginAnew(tx, ctx, input, attempt)
    return { authorizationUrl: amazon.consentUrl({ ...asked, state }) }
  })
}

type Asked = Omit<ConsentRequest, 'state'>

async function beginAnew(tx: Tx, ctx: CompanyContext, input: Input, attempt: Attempt): Promise<Asked> {
  const asked = askedFor(input.region, input.marketplaceId)
  const id = newId()
  await insertAccount(tx, {
    companyId: ctx.companyId,
    id,
    name: input.integrationName,
    region: input.region,
    marketplaceIds: asked.marketplaceId ? [asked.marketplaceId] : [],
    ...sealApplication(ctx, id, requireAmazon(ctx).application),
    ...attempt,
  })
  return asked
}

/** Nothing of the account changes until Amazon has said yes, its name included. */
async function beginAgain(tx: Tx, accountId: string, input: Input, attempt: Attempt): Promise<Asked> {
  const { region, marketplaceIds } = await lockAccount(tx, accountId)
  if (input.region !== region) {
    const message = 'An account stays in the region that it was made for.'
    throw new AppError('invalid', message, [{ field: 'region', message }])
  }
  const asked = askedFor(region, input.marketplaceId ?? (region === 'fe' ? marketplaceIds[0] : undefined))
  await updateAccount(tx, accountId, attempt)
  return asked
}

function askedFor(region: Input['region'], wanted: string | undefined): Asked {
  const marketplaceId = consentMarketplace(region, wanted)
  return marketplaceId === undefined ? { region } : { region, marketplaceId }
}
