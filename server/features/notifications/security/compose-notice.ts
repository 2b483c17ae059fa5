import { deviceName } from '#contract/device-name.ts'
import { type Role, roleAbilities, roleLabels } from '#contract/roles.ts'
import type { Mail } from '#server/ports/mail.ts'
import { composeLockstepMail, type FactRow } from '../mail/mail-layout.ts'
import { toDisplayName } from '../senders/mail-sender.ts'

type Changes = { before: Record<string, unknown>; after: Record<string, unknown> }

/** The audit entry that a notice is about, with what its texts name. Values of `changes` are masked as in the audit log. */
export type NoticeFacts = {
  action: string
  at: Date
  ipAddress: string | null
  userAgent: string | null
  changes: Changes
  actorName: string
  /** `staff`: somebody of the provider who works in this company; `system`: no person, such as a command of the operator. */
  actorKind: 'person' | 'staff' | 'system'
  companyName: string
  timeZone: string
  /** The account that was changed. */
  account: { name: string; email: string; role: Role } | null
  /** Of the channel or the API key that was changed. */
  resourceName: string | null
  /** Rows that the person has exported within 24 hours. */
  exportedRows: number
}

/** Why a recipient gets the notice; `former` is an address that the change replaced. */
export type Relation = 'self' | 'admin' | 'contact' | 'actor' | 'former' | 'invited'

export type NoticeRecipient = { address: string; relation: Relation }

type NoticeText = { subject: string; body: string; details?: FactRow[]; link: { label: string; path: string } }

/** Null for a change of which nobody needs to be notified. */
export function composeNotice(
  facts: NoticeFacts,
  { address, relation }: NoticeRecipient,
  publicUrl: string,
): Mail | null {
  const text = relation === 'invited' ? invitation(facts) : textOf(facts)
  if (text === null) return null
  const details = relation === 'invited' ? [] : [...(text.details ?? []), ...originRows(facts, relation)]
  return toMail({ ...text, details, why: whyOf(facts, relation) }, address, publicUrl)
}

/** For changes beyond the hourly limit, in place of a notice about each. */
export function composeSummary(
  facts: NoticeFacts,
  { address, relation }: NoticeRecipient,
  limit: number,
  publicUrl: string,
): Mail {
  const what = relation === 'self' ? 'your account' : company(facts)
  const text = {
    subject: `More than ${limit} security notices about ${what} in an hour`,
    body: `Lockstep has sent ${limit} security notices about ${what} within an hour. Further ones won’t be emailed individually during the next hour.\n\nThe audit log lists every change. If you don’t expect this many changes, someone may be misusing an account: tell your Lockstep provider.`,
    link: { label: 'Open the audit log', path: '/settings?tab=security' },
  }
  return toMail({ ...text, details: [], why: whyOf(facts, relation) }, address, publicUrl)
}

type Page = Required<NoticeText> & { why: string }

function toMail({ subject, body, details, link, why }: Page, to: string, publicUrl: string): Mail {
  const links = [{ label: link.label, url: new URL(link.path, publicUrl).href }]
  const footer = { why: `You’re receiving this email because ${why}`, link: { label: 'Lockstep', url: publicUrl } }
  return composeLockstepMail({ subject, body, details, links, footer }, to)
}

const company = ({ companyName }: NoticeFacts) => toDisplayName(companyName) ?? 'your company'

const actor = ({ actorName }: NoticeFacts) => toDisplayName(actorName) ?? 'Someone'

/** The subject of a sentence. */
function byWhom(facts: NoticeFacts): string {
  if (facts.actorKind === 'system') return 'Your Lockstep provider'
  return facts.actorKind === 'staff' ? `${actor(facts)} (staff of your Lockstep provider)` : actor(facts)
}

function textOf(facts: NoticeFacts): NoticeText | null {
  return texts[facts.action]?.(facts) ?? null
}

const texts: Readonly<Record<string, (facts: NoticeFacts) => NoticeText | null>> = {
  'session.start': (facts) => ({
    subject: `New sign-in to Lockstep from ${deviceName(facts.userAgent)}`,
    body: 'Someone signed in to your account from a network that it hasn’t used in the last 90 days.\n\nIf this was you, there’s nothing to do. If not, open Lockstep, choose your name in the menu to see your sessions, end the ones you don’t recognize, and tell an admin of your company. Change your password with your sign-in provider too.',
    link: { label: 'Review your sessions', path: '/' },
  }),
  'api_key.create': (facts) => ({
    subject: `A new API key was created for ${company(facts)}`,
    body: `${byWhom(facts)} created the API key ${quoted(facts.resourceName)}.\n\n${unexpected(facts, 'revoke the key under Settings > API Keys')}`,
    link: apiKeysLink,
  }),
  'api_key.generate-master': (facts) => ({
    subject: `A new master key was created for ${company(facts)}`,
    body: `${byWhom(facts)} created a master API key, which has every permission.\n\n${unexpected(facts, 'revoke the key under Settings > API Keys')}`,
    link: apiKeysLink,
  }),
  'api_key.rotate': (facts) => ({
    subject: `An API key for ${company(facts)} was replaced`,
    body: `${byWhom(facts)} replaced the API key ${quoted(facts.resourceName)} with a new one.\n\n${unexpected(facts, 'revoke the key under Settings > API Keys')}`,
    link: apiKeysLink,
  }),
  'channel.create': (facts) => ({
    subject: `A new channel was added to ${company(facts)}`,
    body: `${byWhom(facts)} added the channel ${quoted(facts.resourceName)}. It has its own keys.\n\n${unexpected(facts, 'replace the channel’s keys under Channels')}`,
    link: channelsLink,
  }),
  'channel.rotate': (facts) => {
    const what = channelSecrets[String(facts.changes.after['replaced'])] ?? 'key'
    return {
      subject: `The ${what} for ${toDisplayName(facts.resourceName) ?? 'a channel'} was replaced`,
      body: `${byWhom(facts)} replaced the ${what} for the channel ${quoted(facts.resourceName)} at ${company(facts)}.\n\n${unexpected(facts, 'replace the channel’s keys under Channels')}`,
      link: channelsLink,
    }
  },
  'settings.rotate': (facts) => ({
    subject: `The signing secret for ${company(facts)} was replaced`,
    body: `${byWhom(facts)} replaced the secret that signs the messages Lockstep sends to your systems.\n\n${unexpected(facts, 'replace it again under Settings > API Keys')}`,
    link: apiKeysLink,
  }),
  'settings.update-mail': (facts) =>
    contactText(facts, {
      subject: `The email sender for ${company(facts)} was changed`,
      what: 'the sender of emails to customers',
      tab: 'Integrations',
    }),
  'settings.update-notifications': (facts) =>
    contactText(facts, {
      subject: `The alert contact for ${company(facts)} was changed`,
      what: 'where alerts are sent',
      tab: 'Notifications',
    }),
  'order.export': (facts) => exportText(facts),
  'customer.export': (facts) => exportText(facts),
  'report.export': (facts) => exportText(facts),
  'audit.export': (facts) => exportText(facts),
  'user.create': (facts) => accountText(facts, 'was added as an admin', 'added', 'as an admin'),
  'user.update': (facts) =>
    facts.changes.after['role'] === 'admin' ? accountText(facts, 'is now an admin', 'made', 'an admin') : null,
  'user.reactivate': (facts) => ({
    subject: `${accountName(facts)}’s account was reactivated`,
    body: `${byWhom(facts)} reactivated ${accountName(facts)}’s account at ${company(facts)}. They can sign in again.\n\n${unexpectedAccount}`,
    link: usersLink,
  }),
  'user.reset-sign-in': (facts) => ({
    subject: `${accountName(facts)}’s sign-in was reset`,
    body: `${byWhom(facts)} reset ${accountName(facts)}’s sign-in at ${company(facts)}. The next person who signs in with the verified address ${facts.account?.email ?? ''} gets the account.\n\n${unexpectedAccount}`,
    link: usersLink,
  }),
}

const quoted = (name: string | null) => `“${toDisplayName(name) ?? 'without a name'}”`

const apiKeysLink = { label: 'Open API keys', path: '/settings?tab=api-keys' }
const channelsLink = { label: 'Open channels', path: '/channels' }
const usersLink = { label: 'Open users', path: '/settings?tab=users' }

/** A company's admins can't end the sessions of provider staff. */
const unexpected = ({ actorKind }: NoticeFacts, remedy: string) =>
  `If you didn’t expect this, ${remedy}, and ${actorKind === 'person' ? 'end that person’s sessions under Settings > Users' : 'ask your Lockstep provider'}.`

const unexpectedAccount =
  'If you didn’t expect this, deactivate the account under Settings > Users, and tell your Lockstep provider.'

const channelSecrets: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  feedKey: 'feed key',
  webhookSecret: 'webhook secret',
}

const contactLabels: Readonly<Record<string, string>> = {
  senderName: 'Sender name',
  senderAddress: 'Sender address',
  replyTo: 'Reply-to address',
  alertEmail: 'Alert email',
  alertPhone: 'Alert phone',
}

/** Null if the settings were saved with the same contacts. */
function contactText(
  facts: NoticeFacts,
  { subject, what, tab }: { subject: string; what: string; tab: string },
): NoticeText | null {
  const { before, after } = facts.changes
  const details = Object.entries(contactLabels).flatMap(([name, label]) =>
    name in after ? [{ label, value: textIn(after[name]), note: `before: ${textIn(before[name])}` }] : [],
  )
  if (details.length === 0) return null
  return {
    subject,
    body: `${byWhom(facts)} changed ${what}. Addresses are shortened here.\n\nIf you didn’t expect this, correct it under Settings > ${tab}, and tell your Lockstep provider.`,
    details,
    link: { label: 'Open settings', path: `/settings?tab=${tab.toLowerCase()}` },
  }
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'none')

function exportText(facts: NoticeFacts): NoticeText {
  const rows = facts.exportedRows.toLocaleString('en-US')
  return {
    subject: `Large export from ${company(facts)}: ${rows} rows`,
    body: `${byWhom(facts)} has exported ${rows} rows of orders, customers, reports or audit entries within 24 hours.\n\nIf you didn’t expect this, ${facts.actorKind === 'person' ? 'deactivate the account under Settings > Users, and tell' : 'ask'} your Lockstep provider.`,
    link: { label: 'Open the audit log', path: '/settings?tab=security' },
  }
}

const accountName = ({ account }: NoticeFacts) => toDisplayName(account?.name ?? null) ?? account?.email ?? 'an account'

const accountText = (facts: NoticeFacts, state: string, verb: string, as: string): NoticeText => ({
  subject: `${accountName(facts)} ${state} of ${company(facts)}`,
  body: `${byWhom(facts)} ${verb} ${accountName(facts)} (${facts.account?.email ?? ''}) ${as} of ${company(facts)}. Admins manage its people, keys and settings.\n\n${unexpectedAccount}`,
  link: usersLink,
})

const abilityOf = (role: Role) =>
  role === 'admin' ? 'do everything here, including managing users, security and the audit log' : roleAbilities[role]

function invitation(facts: NoticeFacts): NoticeText | null {
  const { account } = facts
  if (account === null) return null
  return {
    subject: `${actor(facts)} added you to ${company(facts)} on Lockstep`,
    body: `${byWhom(facts)} created a Lockstep account for you at ${company(facts)}.\n\nYour role is ${roleLabels[account.role]}: you can ${abilityOf(account.role)}.\n\nSign in with this email address, ${account.email}. If you don’t know ${company(facts)}, ignore this email.`,
    link: { label: 'Sign in', path: '/' },
  }
}

/** When, by whom and from where. A replaced address may belong to an outsider, so it is not told where a person was. */
function originRows(facts: NoticeFacts, relation: Relation): FactRow[] {
  const when = { label: 'When', value: timeIn(facts.timeZone).format(facts.at).replaceAll(/\s/g, ' ') }
  if (relation === 'former' || facts.actorKind === 'system') return [when]
  const who = relation === 'self' ? [] : [{ label: 'Who', value: actor(facts) }]
  const device = facts.userAgent === null ? [] : [{ label: 'Device', value: deviceName(facts.userAgent) }]
  const from = facts.ipAddress === null ? [] : [{ label: 'IP address', value: facts.ipAddress }]
  return [when, ...who, ...device, ...from]
}

const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })

function whyOf(facts: NoticeFacts, relation: Relation): string {
  switch (relation) {
    case 'self':
      return 'you have a Lockstep account. Emails about its security can’t be switched off.'
    case 'admin':
      return `you’re an admin of ${company(facts)}. Emails about its security can’t be switched off.`
    case 'contact':
      return `this is the contact address for ${company(facts)} in Lockstep.`
    case 'actor':
      return `this was done with your account in ${company(facts)}.`
    case 'former':
      return `${company(facts)} used this address in Lockstep until now.`
    case 'invited':
      return `${actor(facts)} created an account for this address.`
  }
}
