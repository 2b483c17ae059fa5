/*
 * Alerts are texted to a number only after somebody entered the code that was texted to it. A code has six digits, works
 * for ten minutes and allows five tries; only a keyed hash of it is stored, bound to company and number.
 */
import { randomInt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import { countryOfNumber } from '#contract/phone-countries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Rejected } from '#server/ports/failure.ts'
import { numberOptedOut } from '#server/ports/sms.ts'
import { assertHourlyLimit, overQuotaMessage, takeQuota } from '../quota/count-messages.ts'
import { applyOptOutRequest, isOptedOut, optedOutMessage } from '../opt-outs/opt-outs.ts'
import { hashRecipient, noServiceMessage, toRecipient } from '../recipients.ts'
import {
  type Contact,
  deleteSecret,
  findContact,
  lockContact,
  readContacts,
  updateContact,
  upsertSecret,
} from './queries.ts'

const kind = 'alert_phone'

const codeMinutes = 10

const maxTries = 5

/** Texts a code to the number that alerts would go to, unless it is confirmed. */
export async function sendPhoneCode(ctx: CompanyContext): Promise<void> {
  const { sms } = ctx.ports
  if (!sms) throw new AppError('conflict', noServiceMessage.sms)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const request = await prepareCode(ctx, code)
  if (request === null) return
  if ('text' in request) throw new AppError('conflict', request)
  const { number, companyName, secretHash } = request
  const text = `${code} is your code to get alerts from ${companyName} on this phone. Valid for ${codeMinutes} minutes. Reply STOP to opt out.`
  try {
    await sms.send({ to: number, text, isToOwnPeople: true })
  } catch (error) {
    ctx.log.warn(loggableError(error), 'senders: could not text a code to an alert phone; it can be asked for again')
    await recordUnsent(ctx, number, secretHash, error)
    if (error instanceof Rejected) throw new AppError('conflict', error.sentence)
    throw error
  }
  await ctx.transaction((tx) => ctx.publishChange(tx, 'settings'))
}

async function recordUnsent(ctx: CompanyContext, number: string, secretHash: string, error: unknown): Promise<void> {
  const { companyId } = ctx
  await ctx.transaction(async (tx) => {
    await deleteSecret(tx, companyId, kind, secretHash)
    if (!(error instanceof Rejected) || error.code !== numberOptedOut) return
    const recipientHash = hashRecipient(ctx.vault, number)
    await applyOptOutRequest(tx, ctx, { companyId, method: 'sms', recipientHash }, 'stop')
  })
}

type CodeRequest = { number: string; companyName: string; secretHash: string }

/** Counts and stores the code before it is sent; a sentence if it must not be sent, null if it need not be. */
async function prepareCode(ctx: CompanyContext, code: string): Promise<CodeRequest | Message | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const { companyName, alertPhone, textCountries } = await readContacts(tx, companyId)
    const recipient = alertPhone === null ? null : toRecipient('sms', alertPhone, null)
    if (recipient?.obstacle !== null) return noNumberMessage
    const { text: number } = recipient
    const target = hashRecipient(ctx.vault, number)
    const former = await lockContact(tx, companyId, kind)
    if (former?.confirmedAt && former.target === target) return null
    if (!isAllowedNumber(number, textCountries)) return countryMessage
    if (await isOptedOut(tx, { companyId, method: 'sms', recipientHash: target })) return optedOutMessage.sms
    await assertHourlyLimit(tx, ctx, 'phone_code')
    if (!(await takeQuota(tx, ctx, 'sms'))) return overQuotaMessage.sms
    const secretHash = hashCode(ctx, target, code)
    const sentAt = ctx.clock.now()
    const expiresAt = new Date(sentAt.getTime() + codeMinutes * 60_000)
    await upsertSecret(tx, { companyId, kind, target, secretHash, sentAt, expiresAt })
    return { number, companyName, secretHash }
  })
}

const noNumberMessage = say(
  'There is no number to text. Set an alert phone, with its country code, in Settings > Notifications.',
)

export const unconfirmedPhoneMessage = say(
  'The alert phone is not confirmed. Confirm it in Settings > Notifications with the code texted to it.',
)

/** Texts to numbers in countries that the provider has not allowed cost money without reaching a customer (toll fraud). */
export const isAllowedNumber = (number: string, textCountries: readonly string[]): boolean =>
  textCountries.includes(countryOfNumber(number) ?? '')

export const countryMessage = say(
  'Texts to this number’s country are not allowed for your company. Your provider can allow the country.',
)

export async function isConfirmedPhone(tx: Tx, ctx: HashContext, number: string): Promise<boolean> {
  const contact = await findContact(tx, ctx.companyId, kind)
  return contact !== null && contact.confirmedAt !== null && contact.target === hashRecipient(ctx.vault, number)
}

type HashContext = Pick<CompanyContext, 'vault' | 'companyId'>

const hashCode = ({ vault, companyId }: HashContext, target: string, code: string): string =>
  vault.fingerprint(JSON.stringify([companyId, target, code]), 'contact_confirmations.alert_phone')

type CodeOutcome = { kind: 'confirmed' } | { kind: 'none' } | { kind: 'wrong'; triesLeft: number }

/** Confirms the alert phone by its code. A wrong one is counted before it is answered. */
export async function confirmPhone(ctx: CompanyContext, { code }: { code: string }): Promise<void> {
  const outcome = await ctx.transaction((tx) => tryCode(tx, ctx, code))
  if (outcome.kind === 'confirmed') return
  if (outcome.kind === 'none')
    throw new AppError('conflict', say('There is no valid code for this number. Send a new one.'))
  const { triesLeft } = outcome
  const message =
    triesLeft > 0 ? say('Wrong code. Tries left: {triesLeft}', { triesLeft }) : say('Wrong code. Send a new one.')
  throw new AppError('invalid', message, [{ field: 'code', message }])
}

async function tryCode(tx: Tx, ctx: CompanyContext, code: string): Promise<CodeOutcome> {
  const { companyId } = ctx
  const contact = await lockContact(tx, companyId, kind)
  if (!contact || !hasValidCode(ctx, contact) || contact.target !== (await currentTarget(tx, ctx)))
    return { kind: 'none' }
  if (contact.secretHash !== hashCode(ctx, contact.target, code)) {
    const tries = contact.tries + 1
    await updateContact(tx, companyId, kind, { tries })
    if (tries === maxTries) await recordAudit(tx, ctx, { ...phoneEntry(companyId), action: 'settings.refuse-phone' })
    return { kind: 'wrong', triesLeft: maxTries - tries }
  }
  const used = { secretHash: null, expiresAt: null, tries: 0 }
  await updateContact(tx, companyId, kind, { ...used, confirmedAt: ctx.clock.now() })
  await recordAudit(tx, ctx, { ...phoneEntry(companyId), action: 'settings.confirm-phone' })
  await ctx.publishChange(tx, 'settings')
  return { kind: 'confirmed' }
}

const phoneEntry = (companyId: string) => ({ resource: 'settings', resourceId: null, companyId }) as const

const hasValidCode = (ctx: CompanyContext, { secretHash, expiresAt, tries }: Contact): boolean =>
  secretHash !== null && expiresAt !== null && expiresAt > ctx.clock.now() && tries < maxTries

async function currentTarget(tx: Tx, ctx: CompanyContext): Promise<string | null> {
  const { alertPhone } = await readContacts(tx, ctx.companyId)
  const recipient = alertPhone === null ? null : toRecipient('sms', alertPhone, null)
  return recipient?.obstacle === null ? hashRecipient(ctx.vault, recipient.text) : null
}
