import { sql } from 'drizzle-orm'
import { formatMessage } from '#contract/i18n.ts'
import type { CompanySettings } from '#contract/settings.ts'
import { startOfUtcDay } from '#server/platform/clock.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isOptedOut, optedOutMessage } from '../opt-outs/opt-outs.ts'
import { hashRecipient, toRecipient } from '../recipients.ts'
import { countryMessage, isAllowedNumber } from './confirm-phone.ts'
import { type Contact, findContact, readContacts } from './queries.ts'

type Confirmations = Pick<CompanySettings, 'senderConfirmation' | 'phoneConfirmation' | 'quota'>

type Describing = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

/** For the settings: what the company has proven to be its own, and what it may send. */
export async function describeConfirmations(tx: Tx, ctx: Describing): Promise<Confirmations> {
  const { companyId } = ctx
  const { mailSender, alertPhone, textCountries } = await readContacts(tx, companyId)
  const sender = await findContact(tx, companyId, 'mail_sender')
  const isOfSender = sender !== null && sender.target === mailSender?.toLowerCase()
  return {
    senderConfirmation: {
      confirmedAt: isOfSender ? (sender.confirmedAt?.toISOString() ?? null) : null,
      linkSentAt: isOfSender ? (sender.sentAt?.toISOString() ?? null) : null,
    },
    phoneConfirmation: await describePhone(tx, ctx, alertPhone, textCountries),
    quota: await readQuota(tx, ctx),
  }
}

async function describePhone(
  tx: Tx,
  ctx: Describing,
  alertPhone: string | null,
  textCountries: readonly string[],
): Promise<CompanySettings['phoneConfirmation']> {
  const recipient = alertPhone === null ? null : toRecipient('sms', alertPhone, null)
  if (!recipient) return { number: null, confirmedAt: null, codeSentAt: null, obstacle: null }
  const { text: number, obstacle } = recipient
  if (obstacle !== null) return { number, confirmedAt: null, codeSentAt: null, obstacle }
  const target = hashRecipient(ctx.vault, number)
  const contact = await findContact(tx, ctx.companyId, 'alert_phone')
  const known = contact?.target === target ? contact : null
  const hasStopped = await isOptedOut(tx, { companyId: ctx.companyId, method: 'sms', recipientHash: target })
  const refusal = hasStopped ? optedOutMessage.sms : isAllowedNumber(number, textCountries) ? null : countryMessage
  return {
    number,
    confirmedAt: known?.confirmedAt?.toISOString() ?? null,
    codeSentAt: codeSentAt(ctx, known),
    obstacle: refusal && formatMessage(refusal),
  }
}

const codeSentAt = ({ clock }: Describing, contact: Contact | null): string | null =>
  contact?.secretHash && contact.expiresAt && contact.expiresAt > clock.now()
    ? (contact.sentAt?.toISOString() ?? null)
    : null

async function readQuota(tx: Tx, { companyId, clock }: Describing): Promise<CompanySettings['quota']> {
  const today = startOfUtcDay(clock.now()).toISOString()
  const used = (counter: string) => sql`coalesce((
    select m.count from message_counts m
    where m.company_id = c.id and m.counter = ${counter} and m.starts_at = ${today}::timestamptz
  ), 0)`
  const { rows } = await tx.execute<CompanySettings['quota']>(sql`
    select c.daily_texts as "dailyTexts", ${used('sms')} as "textsUsed", c.daily_mails as "dailyMails",
      ${used('email')} as "mailsUsed", c.text_countries as "textCountries"
    from companies c where c.id = ${companyId}`)
  const [quota] = rows
  if (!quota) throw new Error('A company sees its own row')
  return quota
}
