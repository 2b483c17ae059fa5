/*
 * A company sends mail under an address of its own only after a link mailed to that address was followed. States:
 *
 *   none       no address set: mail comes from the product
 *   unproven   set, perhaps with a link under way: mail comes from the product, answers go to the company
 *   confirmed  `confirmed_at` is set and `sender_addresses` holds the address for this company alone
 *
 * Another address is another proof. A link works once, for 24 hours, for one company and address.
 */
import { randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import { confirmSenderPath } from '#contract/notification-values.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { Mail } from '#server/ports/mail.ts'
import { assertHourlyLimit, overQuotaMessage, takeQuota } from '../quota/count-messages.ts'
import { composeLockstepMail } from '../mail/mail-layout.ts'
import { noServiceMessage } from '../recipients.ts'
import { toDisplayName } from './mail-sender.ts'
import {
  claimSenderAddress,
  deleteContact,
  deleteSecret,
  findContact,
  lockContact,
  readContacts,
  releaseSenderAddress,
  updateContact,
  upsertSecret,
} from './queries.ts'

const kind = 'mail_sender'

const linkHours = 24

/** Addresses are compared without case, as mail servers do. */
const keyOf = (address: string) => address.toLowerCase()

/** Another address, or none: the former proof counts no longer, and other companies may confirm the former address. */
export async function forgetSender(tx: Tx, ctx: CompanyContext, before: string | null, after: string | null) {
  if (before !== null && after !== null && keyOf(before) === keyOf(after)) return
  await releaseSenderAddress(tx, ctx.companyId)
  await deleteContact(tx, ctx.companyId, kind)
}

/** Mails a link to the sender address that is set, unless it is confirmed. */
export async function sendSenderLink(ctx: CompanyContext): Promise<void> {
  const { mail } = ctx.ports
  if (!mail) throw new AppError('conflict', noServiceMessage.email)
  const secret = randomBytes(32).toString('base64url')
  const secretHash = hashSecret(ctx, secret)
  const request = await prepareLink(ctx, secretHash)
  if (request === null) return
  if ('text' in request) throw new AppError('conflict', request)
  try {
    await mail.send(composeLinkMail(ctx, request, linkUrl(ctx, secret)))
  } catch (error) {
    ctx.log.warn(loggableError(error), 'senders: could not mail a link to a sender address; it can be asked for again')
    await ctx.transaction((tx) => deleteSecret(tx, ctx.companyId, kind, secretHash))
    if (error instanceof Rejected) throw new AppError('conflict', error.sentence)
    throw error
  }
  await ctx.transaction((tx) => ctx.publishChange(tx, 'settings'))
}

type LinkRequest = { companyName: string; address: string }

/** Counts and stores the link before it is sent; a sentence if it must not be sent, null if it need not be. */
async function prepareLink(ctx: CompanyContext, secretHash: string): Promise<LinkRequest | Message | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const { mailSender: address, companyName } = await readContacts(tx, companyId)
    if (address === null) return say('There is no sender address to confirm. Enter one and save it first.')
    const former = await lockContact(tx, companyId, kind)
    if (former?.confirmedAt && former.target === keyOf(address)) return null
    await assertHourlyLimit(tx, ctx, 'sender_link')
    if (!(await takeQuota(tx, ctx, 'email'))) return overQuotaMessage.email
    const sentAt = ctx.clock.now()
    const expiresAt = new Date(sentAt.getTime() + linkHours * 3_600_000)
    await upsertSecret(tx, { companyId, kind, target: keyOf(address), secretHash, sentAt, expiresAt })
    return { companyName, address }
  })
}

const linkUrl = ({ companyId, publicUrl }: CompanyContext, secret: string): string => {
  const token = `${Buffer.from(companyId.replaceAll('-', ''), 'hex').toString('base64url')}.${secret}`
  return new URL(confirmSenderPath.replace(':token', token), publicUrl).href
}

function composeLinkMail({ publicUrl }: CompanyContext, { companyName, address }: LinkRequest, url: string): Mail {
  const company = toDisplayName(companyName) ?? 'A company'
  const content = {
    subject: `Confirm ${address} as a sender`,
    body: `${company} wants to send email to its customers from ${address}.\n\nIf this is your address and you agree, open the link and confirm. It works once, for ${linkHours} hours.\n\nIf you don’t know ${company}, do nothing: no email will be sent from your address.`,
    links: [{ label: 'Confirm this address', url }],
    footer: {
      why: `You’re receiving this email because ${company} entered this address in Lockstep.`,
      link: { label: 'Lockstep', url: publicUrl },
    },
  }
  return composeLockstepMail(content, address)
}

/** The company and the secret of a link; null if it is none. */
export function parseLinkToken(token: string): { companyId: string; secret: string } | null {
  const [company = '', secret = ''] = token.split('.')
  const bytes = Buffer.from(company, 'base64url')
  if (bytes.length !== 16 || secret === '') return null
  const companyId = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { companyId, secret }
}

type HashContext = Pick<CompanyContext, 'vault' | 'companyId'>

const hashSecret = ({ vault, companyId }: HashContext, secret: string): string =>
  vault.fingerprint(JSON.stringify([companyId, secret]), 'contact_confirmations.mail_sender')

/** What a link is about; null if it was used, has expired or was replaced. Changes nothing. */
export async function findLinkRequest(ctx: CompanyContext, secret: string): Promise<LinkRequest | null> {
  return ctx.read(async (tx) => {
    const contact = await findContact(tx, ctx.companyId, kind)
    return isOpen(ctx, contact, secret) ? currentRequest(tx, ctx, contact.target) : null
  })
}

type OpenContact = NonNullable<Awaited<ReturnType<typeof findContact>>>

function isOpen(ctx: CompanyContext, contact: OpenContact | null, secret: string): contact is OpenContact {
  if (!contact?.secretHash || !contact.expiresAt) return false
  return contact.secretHash === hashSecret(ctx, secret) && contact.expiresAt > ctx.clock.now()
}

/** Null if the company has set another address since. */
async function currentRequest(tx: Tx, ctx: CompanyContext, target: string): Promise<LinkRequest | null> {
  const { mailSender: address, companyName } = await readContacts(tx, ctx.companyId)
  return address !== null && keyOf(address) === target ? { companyName, address } : null
}

/** `taken`: another company has confirmed the address before. `refused`: the company has no such link, or no longer. */
export type LinkOutcome = (LinkRequest & { state: 'confirmed' | 'taken' }) | { state: 'refused' }

/** Uses a link up; null if the company has asked for none. */
export async function confirmSender(ctx: CompanyContext, secret: string): Promise<LinkOutcome | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const contact = await lockContact(tx, companyId, kind)
    if (!contact) return null
    const request = isOpen(ctx, contact, secret) ? await currentRequest(tx, ctx, contact.target) : null
    if (!request) return { state: 'refused' }
    const isOurs = await claimSenderAddress(tx, companyId, contact.target)
    const used = { secretHash: null, expiresAt: null }
    await updateContact(tx, companyId, kind, { ...used, confirmedAt: isOurs ? ctx.clock.now() : null })
    await recordAudit(tx, ctx, {
      action: isOurs ? 'settings.confirm-sender' : 'settings.refuse-sender',
      resource: 'settings',
      resourceId: null,
      companyId,
      after: { senderAddress: request.address, ...(isOurs ? {} : { why: 'Another company sends from this address.' }) },
    })
    await ctx.publishChange(tx, 'settings')
    return { ...request, state: isOurs ? 'confirmed' : 'taken' }
  })
}
