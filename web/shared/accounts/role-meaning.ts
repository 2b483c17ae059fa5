import { type Role, roleAbilities } from '#contract/roles.ts'

/** The company of an account. `isProvider` is null until it is known. */
export type AccountCompany = { name: string; isProvider: boolean | null }

type RoleMeaning = { text: string; isDangerous: boolean }

/** What a role allows in a company; null while that is not known. `who` begins the sentence: "They", or a name. */
export function roleMeaning(role: Role, who: string, company: AccountCompany | null): RoleMeaning | null {
  if (role !== 'admin') return { text: `${who} can ${roleAbilities[role]}.`, isDangerous: false }
  if (!company || company.isProvider === null) return null
  return company.isProvider
    ? { text: 'Provider staff: sees and changes every company.', isDangerous: true }
    : { text: `Manages ${company.name}: its people, security and audit log. No other company.`, isDangerous: false }
}
