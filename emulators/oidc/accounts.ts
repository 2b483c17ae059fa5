import type { Account } from 'oidc-provider'

export const demoAccounts = [
  { email: 'admin@lockstep.test', duty: 'Provider staff: every company and the Admin Panel' },
  { email: 'ops@lockstep.test', duty: 'Operations: runs the demo company' },
  { email: 'readonly@lockstep.test', duty: 'Read only: looks, changes nothing' },
] as const

/** The subject is the encoded address, so that nothing has to be stored. */
export function subjectOf(email: string): string {
  return Buffer.from(email.trim().toLowerCase()).toString('base64url')
}

export function findAccount(subject: string): Account {
  const email = Buffer.from(subject, 'base64url').toString()
  const [givenName = email, familyName] = namesIn(email)
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      email,
      email_verified: !email.startsWith('unverified'),
      given_name: givenName,
      family_name: familyName ?? 'Demo',
      name: `${givenName} ${familyName ?? 'Demo'}`,
    }),
  }
}

/** The class of authentication of a sign-in without a second factor. */
export const oneFactor = 'urn:lockstep:stand-in:one-factor'

/**
 * The authentication context class (`acr`) that this account reaches: the first that is asked for. Two kinds of
 * addresses act as providers that can't: “onefactor…” has a lower class, and “noacr…” has none.
 */
export function acrOf(email: string, asked: unknown): string | undefined {
  const [first] = typeof asked === 'string' ? asked.split(' ') : []
  if (email.startsWith('noacr')) return undefined
  return first && email.startsWith('onefactor') ? oneFactor : first
}

function namesIn(email: string): string[] {
  const words = email.slice(0, email.lastIndexOf('@')).split(/[^\p{L}\p{N}]+/u)
  return words.filter(Boolean).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
}
