import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { languages } from './i18n.ts'
import { roles } from './roles.ts'
import { currentUserPath } from './paths.ts'

export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
  /** Of the screens, on every device. */
  language: z.enum(languages),
  /** An admin of the provider's own company, who sees every company. */
  isProviderStaff: z.boolean(),
  /** The company the person works in now; an admin may have switched to another one. */
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  /** All times are shown in the company's time zone. */
  timeZone: z.string(),
  /** The moment to which the database was restored, while it is not reconciled and nothing is sent or received. */
  restoredTo: z.iso.datetime().nullable(),
  /** Since when the company is in observe mode: everything is read and decided, nothing is sent. */
  observingSince: z.iso.datetime().nullable(),
})
export type CurrentUser = z.output<typeof CurrentUser>

/** One of a person's sessions. */
export const SessionRow = z.object({
  id: Id,
  /** The session of this request. */
  isCurrent: z.boolean(),
  /** As the browser named itself at sign-in. */
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  startedAt: Moment,
  lastUsedAt: Moment,
  /** The session ends then at the latest, however much it is used. */
  endsAt: Moment,
})
export type SessionRow = z.output<typeof SessionRow>

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
    access: 'staff',
    scope: 'platform',
    body: z.strictObject({ companyId: Id }),
    reply: CurrentUser,
  }),
  setLanguage: endpoint({
    method: 'PUT',
    path: '/api/auth/language',
    summary: 'Choose the language of one’s own screens',
    access: 'readonly',
    scope: 'platform',
    body: z.strictObject({ language: z.enum(languages) }),
    reply: CurrentUser,
  }),
  recentSignIn: endpoint({
    method: 'GET',
    path: '/api/auth/recent-sign-in',
    summary: 'Whether the sign-in is recent enough for a dangerous step; checked before a download, which can’t ask',
    access: 'readonly',
    scope: 'none',
    needsRecentSignIn: true,
    reply: z.object({ isRecent: z.literal(true) }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Your own sessions, most recently used first',
    access: 'readonly',
    scope: 'platform',
    reply: z.array(SessionRow),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionId',
    summary: 'End one of your own sessions',
    access: 'readonly',
    scope: 'platform',
    needsRecentSignIn: true,
    params: z.strictObject({ sessionId: Id }),
    reply: z.object({ id: Id }),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/auth/sessions/end-others',
    summary: 'End all of one’s sessions but this one',
    access: 'readonly',
    scope: 'platform',
    needsRecentSignIn: true,
    reply: z.object({ ended: z.int() }),
  }),
}
