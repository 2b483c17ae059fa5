import { t } from '#contract/i18n.ts'
import { type Role, roleAbilities } from '#contract/roles.ts'

/** The company of an account. `isProvider` is null until it is known. */
export type AccountCompany = { name: string; isProvider: boolean | null }

type RoleMeaning = { text: string; isDangerous: boolean }

/** What a role allows in a company; null while that is not known. `who` begins the sentence: "They", or a name. */
export function roleMeaning(role: Role, who: string, company: AccountCompany | null): RoleMeaning | null {
  if (role !== 'admin')
    return { text: t('{who} can {abilities}.', { who, abilities: roleAbilities[role] }), isDangerous: false }
  if (!company || company.isProvider === null) return null
  return company.isProvider
    ? { text: t('Provider staff can see and change every company.'), isDangerous: true }
    : {
        text: t('Manages {name}, including people, security and the audit log. No access to other companies.', {
          name: company.name,
        }),
        isDangerous: false,
      }
}
