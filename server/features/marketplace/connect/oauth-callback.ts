/*
 * Second half of the OAuth flow with Amazon (Login with Amazon, Selling Partner API); oauth-start.ts is the first.
 * Amazon redirects the browser here with `state`, `selling_partner_id` and `spapi_oauth_code`. The code is exchanged for
 * tokens, which are stored encrypted with the account.
 */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { marketplacesOf } from '#contract/amazon-marketplaces.ts'
import type { ConnectionFailure, Region } from '#contract/marketplace-values.ts'
import { amazonCallbackPath, amazonConnectionPath } from '#contract/marketplace.ts'
import { signInAddress } from '#contract/paths.ts'
import { allows } from '#contract/roles.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { companyContext, type CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { App } from '#server/platform/http/app.ts'
import { callerOf } from '#server/platform/http/endpoints.ts'
import { credentialLimit } from '#server/platform/http/rate-limit.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { Authorization, Marketplace, Participation } from '#server/ports/marketplace.ts'
import {
  type AccountRecord,
  claimConnectionAttempt,
  endConnectionAttempt,
  lockConnectionAttempt,
  lockSeller,
  updateAccount,
} from '../account-queries.ts'
import { encryptApplication, encryptTokens, getAmazonOrThrow } from '../amazon-access.ts'
import { requestSync } from '../sync/request-sync.ts'
import { toAuditedAccount } from './accounts.ts'
import { hashState } from './oauth-start.ts'

const options = { schema: { hide: true }, config: { rateLimit: credentialLimit } }

/** OAuth redirect URI. It always ends with a redirect to a screen that shows the result. */
export function callbackRoute(app: App): void {
  app.http.get(amazonCallbackPath, options, async (request, reply) => {
    const outcome = await connect(app, request).then(
      (): CallbackOutcome => ({ status: 'success' }),
      (error: unknown) => toOutcome(request, error),
    )
    // The URL of this page contains the authorization code: keep it out of the Referer header.
    void reply.header('referrer-policy', 'no-referrer')
    return reply.redirect(redirectUrl(outcome))
  })
}

const queryText = z.string().max(4_000).optional().catch(undefined)

const CallbackQuery = z.object({
  state: queryText,
  error: queryText,
  selling_partner_id: queryText,
  spapi_oauth_code: queryText,
})

async function connect(app: App, request: FastifyRequest): Promise<void> {
  const signedIn = await app.authenticate(request)
  if (!signedIn?.company) throw new ConnectionProblem('signed-out', 'Nobody is signed in, or not in a company')
  const ctx = companyContext(app.deps, callerOf(signedIn, request), signedIn.company.id)
  const { state = '', error, selling_partner_id: sellerId, spapi_oauth_code: code } = CallbackQuery.parse(request.query)
  await completeConnection(ctx, { state, error, sellerId, code }).catch((problem: unknown) => {
    if (problem instanceof ConnectionProblem && takeoverReasons.has(problem.reason)) {
      app.http.refusals.recordPerson(request, signedIn, problem.message)
    }
    throw problem
  })
}

/** An answer to somebody else's connection, or one used before; a consent of another seller than the account's. */
const takeoverReasons: ReadonlySet<ConnectionFailure> = new Set(['state', 'other-seller'])

type CallbackOutcome = { status: 'success' | 'error'; reason?: ConnectionFailure }

/** Signed-out users are sent to sign in first; the screen comes after that. */
function redirectUrl(outcome: CallbackOutcome): string {
  const page = `${amazonConnectionPath}?${new URLSearchParams(outcome).toString()}`
  return outcome.reason === 'signed-out' ? signInAddress(page) : page
}

function toOutcome(request: FastifyRequest, error: unknown): CallbackOutcome {
  if (error instanceof ConnectionProblem) {
    request.log.warn({ err: error, reason: error.reason }, 'an Amazon account could not be connected')
    return { status: 'error', reason: error.reason }
  }
  request.log.error({ err: error }, 'connecting an Amazon account failed')
  return { status: 'error' }
}

/** The query parameters of Amazon's redirect. */
type ConsentAnswer = {
  state: string
  error?: string | undefined
  sellerId?: string | undefined
  code?: string | undefined
}

/**
 * Completes the OAuth flow. All calls to Amazon come first, then one transaction stores the result. On any failure the
 * attempt is deleted and nothing else has changed.
 */
export async function completeConnection(ctx: CompanyContext, answer: ConsentAnswer): Promise<void> {
  const amazon = getAmazonOrThrow(ctx)
  const attempt = await ctx.transaction((tx) => claimConnectionAttempt(tx, hashState(ctx, answer.state)))
  if (!attempt) {
    throw new ConnectionProblem('state', 'This person did not start this connection in this company or already used it')
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
    throw new ConnectionProblem('other-seller', 'A different seller consented than the one this account belongs to')
  }
  return { sellerId, code }
}

/** An authorization code is valid for five minutes and can be used once. */
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

type GrantedConnection = {
  attempt: AccountRecord
  sellerId: string
  tokens: Authorization
  participations: Participation[]
}

/** Stores the tokens and requests the account's first full sync. */
async function storeConnection(tx: Tx, ctx: CompanyContext, granted: GrantedConnection): Promise<void> {
  const { attempt, sellerId, tokens } = granted
  const account = await lockAccountFor(tx, granted)
  const isNew = account.sellerId === null
  const changes = {
    // Reauthorizing keeps the account's name; a new connection brings its own.
    name: attempt.sellerId === null ? attempt.name : account.name,
    sellerId,
    marketplaceIds: chooseMarketplaces(account, granted),
    authorizedAt: ctx.clock.now(),
    isActive: true,
    authorizationError: null,
    disconnectedAt: null,
  }
  await updateAccount(tx, account.id, {
    ...changes,
    ...encryptApplication(ctx, account.id, getAmazonOrThrow(ctx).application),
    ...encryptTokens(ctx, account.id, tokens),
    userId: ctx.actor.type === 'user' ? ctx.actor.userId : null,
  })
  await endConnectionAttempt(tx, attempt.id)
  await recordAudit(tx, ctx, {
    action: 'amazon.connect',
    resource: 'amazon-account',
    resourceId: account.id,
    companyId: ctx.companyId,
    before: isNew ? {} : toAuditedAccount(account),
    after: toAuditedAccount({ ...account, ...changes }),
  })
  await requestSync(tx, ctx, { accountId: account.id, kind: 'inventory', mode: 'full', requestedBy: ctx.actor.name })
  await ctx.publishChange(tx, 'marketplace')
}

/** The account to reauthorize, or the company's existing account of this seller, or the row of the attempt itself. */
async function lockAccountFor(tx: Tx, { attempt, sellerId }: GrantedConnection): Promise<AccountRecord> {
  const known = await lockSeller(tx, { companyId: attempt.companyId, sellerId, region: attempt.region })
  if (attempt.sellerId !== null) {
    if (known?.id === attempt.id && known.disconnectedAt === null) return known
    throw new ConnectionProblem('state', 'The account was disconnected meanwhile')
  }
  const own = await lockConnectionAttempt(tx, attempt.id)
  if (!own) throw new ConnectionProblem('expired', 'The attempt was cleared away meanwhile')
  return known ?? own
}

/**
 * An active account keeps the marketplaces that the user chose. The marketplaces of a disconnected account and the
 * country of the consent page are not a choice.
 */
function chooseMarketplaces(account: AccountRecord, { attempt, participations }: GrantedConnection): string[] {
  const hasChoice = account.sellerId !== null && account.disconnectedAt === null
  const found = marketplacesToSync(
    {
      region: account.region,
      chosen: hasChoice ? account.marketplaceIds : [],
      first: attempt.sellerId === null ? attempt.marketplaceIds : [],
    },
    participations,
  )
  if (found.length === 0) {
    throw new ConnectionProblem('refused', 'The seller takes part in none of the region’s marketplaces')
  }
  return found
}

type MarketplaceChoice = {
  region: Region
  /** The user's choice for this account. If none of these is open, all open marketplaces are synced. */
  chosen: readonly string[]
  /** Comes first when the user chose nothing. */
  first: readonly string[]
}

/** The marketplaces of the region in which the account can be synced, most important first. */
function marketplacesToSync({ region, chosen, first }: MarketplaceChoice, participations: Participation[]): string[] {
  const participating = new Set(
    participations.filter((one) => one.isParticipating).map(({ marketplaceId }) => marketplaceId),
  )
  const open = marketplacesOf(region)
    .filter(({ id, unavailable }) => participating.has(id) && !unavailable)
    .map(({ id }) => id)
  const chosenAndOpen = chosen.filter((id) => open.includes(id))
  if (chosenAndOpen.length > 0) return chosenAndOpen
  return [...first.filter((id) => open.includes(id)), ...open.filter((id) => !first.includes(id))]
}

/** Why an account could not be connected: a reason code for the screen and a message for the log. */
class ConnectionProblem extends Error {
  readonly reason: ConnectionFailure

  constructor(reason: ConnectionFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ConnectionProblem'
    this.reason = reason
  }
}

/** Maps failures of the SP-API port to reasons. Other errors are bugs and stay as they are. */
function toConnectionProblem(error: unknown): unknown {
  if (error instanceof Unavailable) return new ConnectionProblem('network', 'Amazon did not answer', { cause: error })
  if (error instanceof Rejected || error instanceof Unauthorized) {
    return new ConnectionProblem('refused', 'Amazon refused the connection', { cause: error })
  }
  return error
}
