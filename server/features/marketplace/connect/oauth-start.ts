import { createHash, randomBytes } from 'node:crypto'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { ParsedInputOf, ReplyInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { asMessage, formatMessage, type Message, say } from '#contract/i18n.ts'
import { type Region, regionLabels } from '#contract/marketplace-values.ts'
import { type marketplaceApi, marketplacesProblem } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { ConsentRequest } from '#server/ports/marketplace.ts'
import {
  deleteStaleConnectionAttempts,
  insertAccount,
  lockShownAccountOrThrow,
  updateAccount,
} from '../account-queries.ts'
import { encryptApplication, getAmazonOrThrow } from '../amazon-access.ts'

type Input = ParsedInputOf<typeof marketplaceApi.initiate>

type ConnectionAttempt = { authorizationState: string; authorizationStateExpiresAt: Date }

/** Starts the OAuth flow for a new account or for reauthorizing one, and returns Amazon's consent URL. */
export async function initiateConnection(
  ctx: CompanyContext,
  input: Input,
): Promise<ReplyInputOf<typeof marketplaceApi.initiate>> {
  if (input.companyId !== ctx.companyId) throw new AppError('not_found', say('This company doesn’t exist.'))
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

/** Only the OAuth state is stored. The account itself, including its name, changes after Amazon has confirmed. */
async function startReauthorization(
  tx: Tx,
  accountId: string,
  input: Input,
  attempt: ConnectionAttempt,
): Promise<ConsentTarget> {
  const { region, marketplaceIds } = await lockShownAccountOrThrow(tx, accountId)
  if (input.region !== region) {
    const message = say('An account can’t change its region.')
    throw new AppError('invalid', message, [{ field: 'region', message }])
  }
  const target = consentTarget(region, input.marketplaceId ?? (region === 'fe' ? marketplaceIds[0] : undefined))
  await updateAccount(tx, accountId, attempt)
  return target
}

function consentTarget(region: Input['region'], requested: string | undefined): ConsentTarget {
  const marketplaceId = consentMarketplace(region, requested)
  return marketplaceId === undefined ? { region } : { region, marketplaceId }
}

/**
 * The marketplace whose Seller Central shows the consent page. The Far East region has no common page, so a country is
 * required there.
 */
function consentMarketplace(region: Region, marketplaceId: string | undefined): string | undefined {
  const message = consentProblem(region, marketplaceId)
  if (message) throw new AppError('invalid', message, [{ field: 'marketplaceId', message }])
  return marketplaceId
}

function consentProblem(region: Region, marketplaceId: string | undefined): Message | null {
  if (marketplaceId !== undefined) {
    const problem = marketplacesProblem([marketplaceId], region)
    const { country = marketplaceId } = amazonMarketplaces.find(({ id }) => id === marketplaceId) ?? {}
    const elsewhere = say('{marketplace} isn’t in this region', { marketplace: asMessage(country) })
    if (problem === formatMessage(elsewhere)) return elsewhere
    return problem === null ? null : asMessage(problem)
  }
  if (region !== 'fe') return null
  return say('Choose a country: Amazon has no shared consent page for {region}.', {
    region: asMessage(regionLabels.fe),
  })
}

const lifetimeMs = 10 * 60_000

type Person = Pick<CompanyContext, 'actor' | 'companyId'>

/** OAuth `state` parameter. Only its hash is stored. */
const createState = () => randomBytes(32).toString('base64url')

/** Binds the state to company and user (CSRF protection): a callback of anyone else finds no attempt. */
export function hashState({ actor, companyId }: Person, state: string): string {
  if (actor.type !== 'user') throw new Error('Only a person can connect an account')
  return createHash('sha256').update(`${companyId}:${actor.userId}:${state}`).digest('base64url')
}

const stateExpiry = (now: Date) => new Date(now.getTime() + lifetimeMs)
