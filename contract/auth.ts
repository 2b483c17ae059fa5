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
  /** The company the person works in now: an admin may have switched to another than their own. */
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  /** Times are shown in the company's time zone, wherever the reader is. */
  timeZone: z.string(),
  /** The moment that the database was brought back to, while nothing is sent or taken in because of it. */
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
