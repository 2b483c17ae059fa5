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

function namesIn(email: string): string[] {
  const words = email.slice(0, email.lastIndexOf('@')).split(/[^\p{L}\p{N}]+/u)
  return words.filter(Boolean).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
}
