/*
 * Connecting a WooCommerce shop by its own consent page (wc-auth):
 * 1. `beginConsent` stores an attempt with the hash of a random token, and sends the browser to the shop with the token in it.
 * 2. The shop's owner agrees there, and the shop posts a new key to our callback. The post is not signed: the token alone says whose it is.
 * 3. `completeConsent` takes the attempt (once), tests the key against the site that was typed at the beginning, and stores it as the person
 *    who began. Whatever goes wrong is kept with the attempt.
 * 4. The browser comes back and asks how the attempt went.
 */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type channelConnectApi,
  type ConnectAttempt,
  woocommerceCallbackPath,
  WoocommerceCredentials,
} from '#contract/channel-connect.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { findAccount } from '#server/features/auth/queries.ts'
import { isLoopback } from '#server/platform/config.ts'
import {
  type CompanyContext,
  companyContext,
  type Deps,
  type Origin,
  type PlatformContext,
} from '#server/platform/context.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { personName } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'
import { getChannelOrThrow, listAllCompanies } from '../channel-queries.ts'
import { connectShop, toSite } from './connect-shop.ts'
import {
  type AttemptRecord,
  claimAttempt,
  deleteOldAttempts,
  endAttempt,
  getAttemptOrThrow,
  insertAttempt,
} from './queries.ts'

const attemptMinutes = 60

const pasteInstead = say(
  'The consent page sends the key to an https:// address, and this Lockstep server has none. Create a key in WooCommerce › Settings › Advanced › REST API and paste it here.',
)

export async function beginConsent(
  ctx: CompanyContext,
  { siteUrl, name, channelId }: ParsedInputOf<typeof channelConnectApi.beginConsent>,
): Promise<{ attemptId: string; url: string }> {
  const { companyId, publicUrl, actor, clock } = ctx
  const site = toSite(ctx, siteUrl)
  // A shop's own server posts only to public https addresses; a shop on this machine may post here.
  if (!publicUrl.startsWith('https:') && !isLoopback(site)) throw new AppError('conflict', pasteInstead)
  const consentUrl = ctx.ports.channels.woocommerce_rest.consentUrl
  if (!consentUrl) throw new AppError('conflict', say('WooCommerce shops can’t be connected here yet.'))
  const id = newId()
  const token = `${companyId}.${randomBytes(32).toString('base64url')}`
  await ctx.transaction(async (tx) => {
    if (channelId) await getChannelOrThrow(tx, companyId, channelId)
    await insertAttempt(tx, {
      companyId,
      id,
      type: 'woocommerce',
      tokenHash: hashToken(token),
      siteUrl: site,
      name: name ?? '',
      channelId: channelId ?? null,
      userId: actor.type === 'user' ? actor.userId : null,
      createdAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + attemptMinutes * 60_000),
    })
  })
  const url = consentUrl({
    accountId: site,
    token,
    callbackUrl: new URL(woocommerceCallbackPath, publicUrl).href,
    returnUrl: `${publicUrl}/channels?${new URLSearchParams({ connect: id }).toString()}`,
  })
  return { attemptId: id, url }
}

/** A shop whose owner refuses posts nothing, so an attempt that nobody completed ends by its time. */
export async function readAttempt(ctx: CompanyContext, { attemptId }: { attemptId: string }): Promise<ConnectAttempt> {
  const attempt = await ctx.read((tx) => getAttemptOrThrow(tx, ctx.companyId, attemptId))
  const { id, status, siteUrl, channelId, problem, expiresAt } = attempt
  if (status !== 'waiting' || expiresAt > ctx.clock.now()) {
    return { id, status, siteUrl, channelId, problem: translateStored(ctx, problem) }
  }
  const late = say('The shop did not respond within an hour. Try again.')
  return { id, status: 'failed', siteUrl, channelId, problem: ctx.inReadersLanguage(late) }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** What WooCommerce posts. `user_id` is the token that we gave it. */
const ConsentAnswer = z.object({
  user_id: z.string().max(200),
  consumer_key: WoocommerceCredentials.shape.consumerKey,
  consumer_secret: WoocommerceCredentials.shape.consumerSecret,
  key_permissions: z.string().max(50).optional(),
})

type Waiting = { companyId: string; attempt: AttemptRecord; answer: z.output<typeof ConsentAnswer> }

/** The attempt that the post belongs to; null for anybody else's post. The token is good for one post. */
export async function claimConsent(deps: Deps, body: unknown): Promise<Waiting | null> {
  const parsed = ConsentAnswer.safeParse(body)
  if (!parsed.success) return null
  const answer = parsed.data
  const companyId = Id.safeParse(answer.user_id.split('.')[0]).data
  if (!companyId) return null
  const claim = { tokenHash: hashToken(answer.user_id), now: deps.clock.now() }
  const attempt = await deps.db.inCompany(companyId, (tx) => claimAttempt(tx, companyId, claim))
  return attempt && { companyId, attempt, answer }
}

/** Tests and stores the key as the person who began. The attempt keeps what went wrong. */
export async function completeConsent(deps: Deps, waiting: Waiting, origin: Origin): Promise<void> {
  const { companyId, attempt, answer } = waiting
  try {
    const ctx = await contextOfBeginner(deps, waiting, origin)
    if (answer.key_permissions !== undefined && answer.key_permissions !== 'read_write') throw readOnlyKey()
    const { channelId } = await connectShop(ctx, {
      login: {
        type: 'woocommerce',
        accountId: attempt.siteUrl,
        credentials: { consumerKey: answer.consumer_key, consumerSecret: answer.consumer_secret },
        fields: null,
      },
      webhookSecret: null,
      name: attempt.name || undefined,
      channelId: attempt.channelId ?? undefined,
    })
    await ctx.transaction(async (tx) => {
      await endAttempt(tx, attempt, { status: 'connected', channelId, problem: null })
      await ctx.notifyBrowsers(tx, 'channels')
    })
  } catch (error) {
    const problem =
      error instanceof AppError ? error.message : formatMessage(say('Something went wrong in Lockstep. Try again.'))
    await deps.db.inCompany(companyId, (tx) =>
      endAttempt(tx, attempt, { status: 'failed', channelId: attempt.channelId, problem }),
    )
    throw error
  }
}

const readOnlyKey = () =>
  new AppError('invalid', say('The shop’s key can’t both read and write. Approve read and write access.'))

/** The person may have left, or lost the right, since the attempt began. */
async function contextOfBeginner(deps: Deps, { companyId, attempt }: Waiting, origin: Origin): Promise<CompanyContext> {
  const { userId } = attempt
  const person = userId && (await deps.db.onPlatform((tx) => findAccount(tx, userId)))
  const isMember = person && (person.companyId === companyId || person.role === 'admin')
  if (!isMember || !person.isActive || !allows('ops', person.role)) {
    throw new AppError('forbidden', say('The person who started the connection may no longer connect shops.'))
  }
  const actor = { type: 'user', userId: person.id, role: person.role, name: personName(person) } as const
  return companyContext(deps, { actor, origin }, companyId)
}

const keptHours = 24

/** Part of the job `channels.purge`. */
export async function purgeAttempts(ctx: PlatformContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - keptHours * 3_600_000)
  let deleted = 0
  for (const companyId of await ctx.transaction(listAllCompanies)) {
    deleted += await ctx.transaction((tx) => deleteOldAttempts(tx, companyId, before), companyId)
  }
  return deleted
}
