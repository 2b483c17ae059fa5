import type { Role } from '#contract/roles.ts'

/** What somebody of this role can do, to be read after "can". */
export const roleDescriptions: Record<Role, string> = {
  readonly: 'see every screen of the company, with customers’ contact data masked, and change nothing',
  ops: 'run the business: products, stock, orders, channels, promotions, API keys and all settings but Security',
  admin: 'do everything, in every company: Security, accounts and the Admin Panel too',
}
