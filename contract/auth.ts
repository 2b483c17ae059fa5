import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { roles } from './roles.ts'
import { currentUserPath } from './paths.ts'

export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
  /** The company the person works in now; an admin may have switched to another one. */
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  /** All times are shown in the company's time zone. */
  timeZone: z.string(),
  /** The moment to which the database was restored, while it is not reconciled and nothing is sent or received. */
  restoredTo: z.iso.datetime().nullable(),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const authApi = {
  currentUser: endpoint({
    method: 'GET',
    path: currentUserPath,
    summary: 'The person who is signed in',
    access: 'readonly',
    scope: 'none',
    reply: CurrentUser,
  }),
  switchCompany: endpoint({
    method: 'POST',
    path: '/api/auth/company',
    summary: 'Work in another company',
    access: 'admin',
    scope: 'platform',
    body: z.strictObject({ companyId: Id }),
    reply: CurrentUser,
  }),
}
