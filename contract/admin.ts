import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, Id, line, Moment, optionalText, searchText } from './fields.ts'
import { t } from './i18n.ts'
import { PageQuery } from './paging.ts'
import { textCountries } from './phone-countries.ts'
import { roles } from './roles.ts'

export const CompanyRow = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  isActive: z.boolean(),
  /** The provider's own company: its admins are provider staff. */
  isProvider: z.boolean(),
  createdAt: Moment,
})
export type CompanyRow = z.output<typeof CompanyRow>

export const CompanyInput = z.strictObject({
  name: line(t('Company name')),
  email,
  phone: optionalText(t('Phone'), 50),
  address: optionalText(t('Address'), 500),
})

export const UserRow = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(roles),
  /** A deactivated account can't sign in. */
  isActive: z.boolean(),
  companyId: Id.nullable(),
  company: z.object({ name: z.string() }).nullable(),
  createdAt: Moment,
})
export type UserRow = z.output<typeof UserRow>

/** Whether the person is invited by email, which a mail server is needed for. */
export const Invited = z.object({ isInvited: z.boolean() })
export type Invited = z.output<typeof Invited>

export const UserInput = z.strictObject({
  email,
  firstName: line(t('First name'), 100),
  lastName: line(t('Last name'), 100),
  role: z.enum(roles, t('Role is required')),
  companyId: z.uuid(t('Company is required')),
})

/** Omitted fields stay as they are. */
export const AccountChange = z.strictObject({ role: z.enum(roles).optional(), isActive: z.boolean().optional() })
export type AccountChange = z.output<typeof AccountChange>

const perDay = (what: string) =>
  z
    .int(t('{what} must be a whole number', { what }))
    .min(0, t('{what} can’t be less than 0', { what }))
    .max(1_000_000, t('{what} must be 1,000,000 or less', { what }))

/** What a company may send per day (UTC), and where its texts may go. */
export const QuotaInput = z.strictObject({
  dailyTexts: perDay(t('Texts per day')),
  dailyMails: perDay(t('Emails per day')),
  textCountries: z.array(z.enum(textCountries)).max(textCountries.length),
})

/** The same, with what was sent today and what was refused because it was used up. */
export const CompanyQuota = z.object({
  dailyTexts: z.int(),
  textsUsed: z.int(),
  textsRefused: z.int(),
  dailyMails: z.int(),
  mailsUsed: z.int(),
  mailsRefused: z.int(),
  textCountries: z.array(z.string()),
})
export type CompanyQuota = z.output<typeof CompanyQuota>

const AdminListQuery = PageQuery.extend({ search: searchText.optional() })
export type AdminListQuery = z.output<typeof AdminListQuery>

const ByCompany = z.strictObject({ companyId: Id })

const ByUser = z.strictObject({ userId: Id })

/** Every call that gives or takes access asks for a recent sign-in. */
const accountChange = { access: 'staff', scope: 'platform', needsRecentSignIn: true } as const

export const adminApi = {
  companies: endpoint({
    method: 'GET',
    path: '/api/admin/companies',
    searchPath: '/api/admin/companies/search',
    summary: 'All companies, newest first',
    access: 'staff',
    scope: 'platform',
    query: AdminListQuery,
    reply: z.array(CompanyRow),
    paged: true,
  }),
  createCompany: endpoint({
    method: 'POST',
    path: '/api/admin/companies',
    summary: 'Add a company',
    access: 'staff',
    scope: 'platform',
    body: CompanyInput,
    reply: CompanyRow,
    status: 201,
  }),
  updateCompany: endpoint({
    method: 'PATCH',
    path: '/api/admin/companies/:companyId',
    summary: 'Activate or deactivate a company',
    access: 'staff',
    scope: 'platform',
    params: z.strictObject({ companyId: Id }),
    body: z.strictObject({ isActive: z.boolean() }),
    reply: CompanyRow,
  }),
  quota: endpoint({
    method: 'GET',
    path: '/api/admin/companies/:companyId/quota',
    summary: 'What a company may send per day, and how much of it is used',
    access: 'staff',
    scope: 'platform',
    params: ByCompany,
    reply: CompanyQuota,
  }),
  saveQuota: endpoint({
    method: 'PUT',
    path: '/api/admin/companies/:companyId/quota',
    summary: 'Set how many messages a company may send per day, and where its texts may go',
    access: 'staff',
    scope: 'platform',
    params: ByCompany,
    body: QuotaInput,
    reply: CompanyQuota,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    searchPath: '/api/admin/users/search',
    summary: 'All accounts, newest first',
    access: 'staff',
    scope: 'platform',
    query: AdminListQuery,
    reply: z.array(UserRow),
    paged: true,
  }),
  createUser: endpoint({
    ...accountChange,
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Add an account',
    body: UserInput,
    reply: UserRow.extend(Invited.shape),
    status: 201,
  }),
  updateUser: endpoint({
    ...accountChange,
    method: 'PATCH',
    path: '/api/admin/users/:userId',
    summary: 'Change an account’s role, deactivate or reactivate it; it counts from its next request',
    params: ByUser,
    body: AccountChange,
    reply: UserRow,
  }),
  removeUser: endpoint({
    ...accountChange,
    method: 'DELETE',
    path: '/api/admin/users/:userId',
    summary: 'Remove an account: it can’t sign in, and name, email and picture are erased',
    params: ByUser,
    reply: z.object({ id: Id }),
  }),
  resetSignIn: endpoint({
    ...accountChange,
    method: 'POST',
    path: '/api/admin/users/:userId/reset-sign-in',
    summary: 'Reset the sign-in of an account: the next one with its verified email address gets it',
    params: ByUser,
    reply: z.object({ id: Id }),
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/api/admin/users/:userId/end-sessions',
    summary: 'Sign an account out everywhere',
    access: 'staff',
    scope: 'platform',
    params: ByUser,
    reply: z.object({ ended: z.int() }),
  }),
}
