import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { asMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
import type { TestResult } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { type Failure, Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { Marketplace, MarketplaceAccount, Participation } from '#server/ports/marketplace.ts'
import { type AccountRecord, listTestableAccounts } from '../account-queries.ts'
import { decryptAccount, noApplicationMessage, recordRefusedAuthorization } from '../amazon-access.ts'
import { reactivateAccount } from './accounts.ts'

/**
 * Amazon limits `getMarketplaceParticipations` to about one call per minute and account; users press the button more
 * often.
 */
const cachedAnswer = createAnswerCache<Answer>(20_000)

/** Is cached, so it is not in anybody’s language yet. */
type Answer = { success: boolean; message: Message }

/** Asks Amazon about each account that has a token and reports the result in sentences. */
export async function testConnection(ctx: CompanyContext): Promise<TestResult> {
  const amazon = ctx.ports.marketplace
  if (!amazon) return { success: false, message: ctx.inReadersLanguage(noApplicationMessage) }
  const accounts = await ctx.transaction(listTestableAccounts)
  if (accounts.length === 0) {
    return { success: false, message: ctx.inReadersLanguage(say('No Amazon account has been authorized yet.')) }
  }
  const results = await Promise.all(accounts.map((account) => testAccount(ctx, amazon, account)))
  return {
    success: results.every(({ success }) => success),
    message: results.map(({ message }) => ctx.inReadersLanguage(message)).join(' '),
  }
}

async function testAccount(ctx: CompanyContext, amazon: Marketplace, account: AccountRecord): Promise<Answer> {
  const now = ctx.clock.now()
  const question = [account.id, account.authorizedAt?.toISOString(), ...account.marketplaceIds].join(' ')
  const { answer, askedAt, isRepeated } = await cachedAnswer(question, now, () => askAmazon(ctx, amazon, account))
  const said = { account: account.name, answer: answer.message }
  const message = isRepeated
    ? say('Checked {when}: “{account}”: {answer}', { when: ago(now.getTime() - askedAt.getTime()), ...said })
    : say('“{account}”: {answer}', said)
  return { success: answer.success, message }
}

async function askAmazon(ctx: CompanyContext, amazon: Marketplace, account: AccountRecord): Promise<Answer> {
  const decrypted = decryptAccount(ctx, account)
  if (!decrypted) throw new Error('An account without a token can’t be tested')
  try {
    const participations = await amazon.readParticipations(decrypted)
    if (!account.isActive) await reactivateAccount(ctx, account.id)
    return toTestResult(decrypted, participations)
  } catch (error) {
    if (error instanceof Unauthorized) {
      await recordRefusedAuthorization(ctx, account.id, error.message, decrypted.refreshToken)
      return { success: false, message: endedSentence(error) }
    }
    if (error instanceof Unavailable) {
      return { success: false, message: say('{problem} Try again in a minute.', { problem: endedSentence(error) }) }
    }
    if (error instanceof Rejected) return { success: false, message: endedSentence(error) }
    throw error
  }
}

function toTestResult({ marketplaceIds }: MarketplaceAccount, participations: Participation[]): Answer {
  const sold = participations.filter((one) => one.isParticipating).map((one) => one.marketplaceId)
  const closed = marketplaceIds.filter((id) => !sold.includes(id))
  if (closed.length === 0) {
    const marketplaces = names(marketplaceIds)
    return { success: true, message: say('Lockstep has Amazon access for {marketplaces}.', { marketplaces }) }
  }
  return {
    success: false,
    message: say(
      'Lockstep has Amazon access, but the account doesn’t sell in {marketplaces}. Choose its marketplaces in Settings.',
      { marketplaces: names(closed) },
    ),
  }
}

function ago(milliseconds: number): Message {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 1) return say('just now')
  return say('{seconds, plural, one {a second ago} other {# seconds ago}}', { seconds })
}

const names = (ids: readonly string[]): Message =>
  joinMessages(
    ids.map((id) => asMessage(marketplaceName(id))),
    ', ',
  )

const endedSentence = ({ message, sentence }: Failure): Message =>
  /[.!?]$/.test(message) ? sentence : say('{problem}.', { problem: sentence })

type CachedAnswer<T> = { askedAt: Date; answer: Promise<T> }

type AnswerFromCache<T> = { answer: T; askedAt: Date; isRepeated: boolean }

/** Caches answers for a short time. Callers that come while the question is being asked share the same promise. */
function createAnswerCache<T>(lifetimeMs: number) {
  const cache = new Map<string, CachedAnswer<T>>()
  return async (question: string, now: Date, ask: () => Promise<T>): Promise<AnswerFromCache<T>> => {
    for (const [old, { askedAt }] of cache) if (now.getTime() - askedAt.getTime() >= lifetimeMs) cache.delete(old)
    const known = cache.get(question)
    const { askedAt, answer } = known ?? { askedAt: now, answer: ask() }
    cache.set(question, { askedAt, answer })
    try {
      return { answer: await answer, askedAt, isRepeated: known !== undefined }
    } catch (error) {
      cache.delete(question)
      throw error
    }
  }
}
