import { say } from '#contract/i18n.ts'
import type { NotificationMethod } from '#contract/notification-values.ts'
import { phoneNumber } from '#contract/settings.ts'
import type { Vault } from '#server/platform/crypto/vault.ts'

/** Normalized address or phone number. With an obstacle it is the text as entered, and cannot be reached. */
export type Recipient = { text: string; obstacle: string | null }

/** `country` is the recipient's ISO country code, if known. */
export function toRecipient(method: NotificationMethod, typed: string, country: string | null): Recipient {
  if (method === 'email') return { text: typed.trim().toLowerCase(), obstacle: null }
  const number = toPhoneNumber(typed, country)
  return number === null
    ? { text: typed, obstacle: 'The phone number has no country code, or can’t receive texts.' }
    : { text: number, obstacle: null }
}

/** National number formats that are unambiguous: the country code, and the national number without its trunk prefix. */
const northAmerica = { code: '1', national: /^1?([2-9]\d{2}[2-9]\d{6})$/ }

const countries: Readonly<Record<string, { code: string; national: RegExp }>> = {
  US: northAmerica,
  CA: northAmerica,
  PR: northAmerica,
  MX: { code: '52', national: /^(?:044|045|01)?([2-9]\d{9})$/ },
  BR: { code: '55', national: /^0?([1-9]{2}9?\d{8})$/ },
  GB: { code: '44', national: /^0([1-9]\d{8,9})$/ },
  IE: { code: '353', national: /^0([1-9]\d{7,8})$/ },
  FR: { code: '33', national: /^0([1-9]\d{8})$/ },
  BE: { code: '32', national: /^0([1-9]\d{7,8})$/ },
  NL: { code: '31', national: /^0([1-9]\d{8})$/ },
  DE: { code: '49', national: /^0([1-9]\d{7,10})$/ },
  AT: { code: '43', national: /^0([1-9]\d{7,11})$/ },
  CH: { code: '41', national: /^0([1-9]\d{8})$/ },
  SE: { code: '46', national: /^0([1-9]\d{6,9})$/ },
  ES: { code: '34', national: /^([6-9]\d{8})$/ },
  PT: { code: '351', national: /^([29]\d{8})$/ },
  IT: { code: '39', national: /^(3\d{8,9})$/ },
  PL: { code: '48', national: /^([4-9]\d{8})$/ },
  AU: { code: '61', national: /^0([2-478]\d{8})$/ },
  NZ: { code: '64', national: /^0([2-9]\d{7,9})$/ },
  JP: { code: '81', national: /^0([1-9]\d{8,9})$/ },
  IN: { code: '91', national: /^0?([6-9]\d{9})$/ },
}

/** `+44 (0)20`: the zero is dialled within the country only. */
const withoutTrunkZero = (typed: string): string =>
  /^\s*(?:\+|00)/.test(typed) ? typed.replace(/\(\s*0\s*\)/, '') : typed

/** The number in E.164 format; null if its country is ambiguous or it has an extension. */
export function toPhoneNumber(typed: string, country: string | null): string | null {
  const dialled = withoutTrunkZero(typed).replace(/[\s().\-/\u2010-\u2015]/g, '')
  const known = phoneNumber.safeParse(dialled.replace(/^(?:00|\+0*)(?=[1-9])/, '+'))
  if (known.success) return known.data
  const { code, national } = countries[country ?? ''] ?? {}
  const [, rest] = national?.exec(dialled) ?? []
  return code && rest ? `+${code}${rest}` : null
}

/** The same hash in all companies, because an SMS reply (STOP) names a number and no company. */
export const hashRecipient = (vault: Vault, recipient: string): string =>
  vault.fingerprint(recipient, 'notifications.recipient')

/** Why no message can be sent. */
export const noServiceMessage = {
  sms: say('No SMS service is set up. Your provider has to set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.'),
  email: say('No email service is set up. Your provider has to set SMTP_URL and MAIL_FROM.'),
}
