import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { CompanySettings, MailSettings, NotificationSettings, SystemSettings } from '#contract/settings.ts'
import { recordAllOffersChangedEverywhere } from '#server/features/channels/offer-queries.ts'
import { onThresholdChange } from '#server/features/inventory/levels.ts'
import { rescheduleSyncs } from '#server/features/marketplace/sync/schedule-queries.ts'
import { assertHourlyLimit, overQuotaMessage, takeQuota } from '#server/features/notifications/quota/count-messages.ts'
import { buildFooter } from '#server/features/notifications/mail/compose-mail.ts'
import { renderMailHtml, renderMailText } from '#server/features/notifications/mail/mail-layout.ts'
import { recheckHeldMessages } from '#server/features/notifications/sending/claim-message.ts'
import { noServiceMessage } from '#server/features/notifications/recipients.ts'
import { forgetSender, sendSenderLink } from '#server/features/notifications/senders/confirm-sender.ts'
import { readSender, toMailSender } from '#server/features/notifications/senders/mail-sender.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { isTimeZoneOfDatabase, lockSettingsOf, type Settings, type SettingsPart, updateSettingsOf } from './queries.ts'
import { describeSettings } from './read-settings.ts'

/** Called in the same transaction with the former and new values. */
type OnChange<Values> = (tx: Tx, ctx: CompanyContext, before: Values, after: Values) => Promise<void>

/** Saves one part (tab) of the settings; does nothing if nothing differs. */
export async function saveSettings<Part extends SettingsPart>(
  ctx: CompanyContext,
  part: Part,
  values: Settings[Part],
  onChange: OnChange<Settings[Part]> = async () => {},
): Promise<CompanySettings> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const before = (await lockSettingsOf(tx, companyId))[part]
    if (isDeepStrictEqual(before, values)) return describeSettings(tx, ctx)
    await updateSettingsOf(tx, companyId, part, values)
    await onChange(tx, ctx, before, values)
    await recordAudit(tx, ctx, {
      action: `settings.update-${part}`,
      resource: 'settings',
      resourceId: null,
      companyId,
      before,
      after: values,
      formerAddresses: replacedAddresses(before, values),
    })
    await ctx.publishChange(tx, 'settings')
    return describeSettings(tx, ctx)
  })
}

/** Email addresses of these settings that are set no longer. */
function replacedAddresses(before: object, after: object): string[] {
  const newValues = new Map(Object.entries(after))
  return Object.entries(before).flatMap(([name, value]) =>
    addressSettings.has(name) && typeof value === 'string' && value !== newValues.get(name) ? [value] : [],
  )
}

const addressSettings: ReadonlySet<string> = new Set<keyof MailSettings | keyof NotificationSettings>([
  'senderAddress',
  'replyTo',
  'alertEmail',
])

/** Updates everything derived from the system settings: sync schedules, low stock, offers and held messages. */
export async function onSystemChange(
  tx: Tx,
  ctx: CompanyContext,
  before: SystemSettings,
  after: SystemSettings,
): Promise<void> {
  const { companyId, clock } = ctx
  const hasNew = (...names: (keyof SystemSettings)[]) => names.some((name) => before[name] !== after[name])
  if (hasNew('timeZone')) await assertKnownZone(tx, after.timeZone)
  if (hasNew('syncFrequency')) {
    const frequencies = { before: before.syncFrequency, after: after.syncFrequency }
    await rescheduleSyncs(tx, { companyId, ...frequencies, now: clock.now() })
  }
  if (hasNew('syncFrequency', 'automaticSync')) await ctx.publishChange(tx, 'marketplace')
  if (hasNew('lowStockThreshold')) await onThresholdChange(tx, ctx)
  if (hasNew('safetyBuffer', 'currency')) {
    await recordAllOffersChangedEverywhere(tx, companyId)
    await ctx.publishChange(tx, 'inventory')
  }
  if (hasNew('lowStockThreshold', 'currency')) await ctx.publishChange(tx, 'products')
  if (hasNew('currency', 'timeZone')) await ctx.publishChange(tx, 'promotions')
  if (hasNew('timeZone')) await recheckHeldMessages(tx, ctx)
}

/** PostgreSQL computes with the zone too, and may not know every zone that browsers offer. */
async function assertKnownZone(tx: Tx, timeZone: string): Promise<void> {
  if (await isTimeZoneOfDatabase(tx, timeZone)) return
  throw new AppError('invalid', say('This time zone isn’t supported.'), [
    { field: 'timeZone', message: say('Choose another time zone') },
  ])
}

export async function onNotificationsChange(
  tx: Tx,
  ctx: CompanyContext,
  before: NotificationSettings,
  after: NotificationSettings,
): Promise<void> {
  const hasSameHours = before.quietHoursStart === after.quietHoursStart && before.quietHoursEnd === after.quietHoursEnd
  if (!hasSameHours) await recheckHeldMessages(tx, ctx)
}

/**
 * Saves the sender of customers' mail. Another address is mailed a link; until it is followed, mail comes from the
 * product. If the link can't be sent, the settings are saved all the same and show that none was sent.
 */
export async function saveMail(ctx: CompanyContext, values: MailSettings): Promise<CompanySettings> {
  const saved = await saveSettings(ctx, 'mail', values, (tx, _ctx, before, after) =>
    forgetSender(tx, ctx, before.senderAddress, after.senderAddress),
  )
  const { confirmedAt, linkSentAt } = saved.senderConfirmation
  if (values.senderAddress === null || confirmedAt !== null || linkSentAt !== null || !ctx.ports.mail) return saved
  try {
    return await confirmThen(ctx, sendSenderLink(ctx))
  } catch (error) {
    if (error instanceof AppError || error instanceof Unavailable) return saved
    throw error
  }
}

/** Answers with all settings once a step of a confirmation is done. */
export async function confirmThen(ctx: CompanyContext, step: Promise<void>): Promise<CompanySettings> {
  await step
  return ctx.read((tx) => describeSettings(tx, ctx))
}

/**
 * Sends a test mail synchronously, with the sender that is about to be saved. An address that is not the confirmed one
 * is replaced by the product's, as in every mail.
 */
export async function sendTestMail(
  ctx: CompanyContext,
  { senderName, senderAddress, replyTo }: MailSettings,
  { user }: SignedIn,
): Promise<{ sentTo: string; sentFrom: string }> {
  const { mail } = ctx.ports
  if (!mail) throw new AppError('conflict', noServiceMessage.email)
  const stored = await ctx.transaction(async (tx) => {
    await assertHourlyLimit(tx, ctx, 'test_mail')
    return (await takeQuota(tx, ctx, 'email')) ? readSender(tx, ctx.companyId) : null
  })
  if (!stored) throw new AppError('conflict', overQuotaMessage.email)
  const { companyName, mailSender } = stored
  const isConfirmed = mailSender !== null && mailSender.toLowerCase() === senderAddress?.toLowerCase()
  const from = toMailSender({
    companyName,
    mailSenderName: senderName,
    mailSender: isConfirmed ? mailSender : null,
    mailReplyTo: replyTo ?? (isConfirmed ? null : senderAddress),
  })
  const page = testMailPage(companyName, ctx.publicUrl)
  try {
    await mail.send({
      ...from,
      to: [user.email],
      subject: page.subject,
      text: renderMailText(page),
      html: renderMailHtml(page),
      unsubscribeUrl: null,
    })
  } catch (error) {
    if (error instanceof Rejected) throw new AppError('conflict', error.sentence)
    throw error
  }
  return { sentTo: user.email, sentFrom: from.sender.address ?? mail.from }
}

const testMailPage = (companyName: string, publicUrl: string) => ({
  companyName,
  subject: `Test email from ${companyName}`,
  body: `This is how emails from ${companyName} will look.\n\nReply to this email to see where replies go.`,
  facts: null,
  links: [],
  footer: buildFooter({ audience: 'owner', isTest: true, companyName, publicUrl, unsubscribeUrl: null }),
})
