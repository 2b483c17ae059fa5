import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { t } from './i18n.ts'
import { apiKeyScopes } from './roles.ts'

/** How long the previous key or secret stays valid after a rotation. */
const longestOverlapHours = 7 * 24
const Overlap = z.strictObject({
  overlapHours: z
    .int(t('Hours must be a whole number'))
    .min(0, t('Hours can’t be less than 0'))
    .max(longestOverlapHours, t('Hours must be {longestOverlapHours} or less', { longestOverlapHours }))
    .default(24),
})

export const ApiKeyRow = z.object({
  id: Id,
  name: z.string(),
  /** First 8 and last 4 characters. */
  masked: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  isMaster: z.boolean(),
  createdAt: Moment,
  createdByName: z.string().nullable(),
  expiresAt: Moment.nullable(),
  lastUsedAt: Moment.nullable(),
  /** Set once the key is rotated; it cannot be rotated again. */
  replacedAt: Moment.nullable(),
  revokedAt: Moment.nullable(),
})
export type ApiKeyRow = z.output<typeof ApiKeyRow>

/** The only reply that contains the key. */
export const NewApiKey = ApiKeyRow.extend({ key: z.string() })
export type NewApiKey = z.output<typeof NewApiKey>

export const ApiKeyInput = z.strictObject({
  name: line(t('Name'), 100),
  scopes: z.array(z.enum(apiKeyScopes)).min(1, t('Choose at least one permission')),
  expiresInDays: z
    .int(t('Days must be a whole number'))
    .min(1, t('Keys must be valid for at least 1 day'))
    .max(3650, t('Keys can be valid for up to 3,650 days'))
    .nullable()
    .default(null),
})
export type ApiKeyInput = z.input<typeof ApiKeyInput>

export const SigningSecret = z.object({
  /** Null until the first secret is created. */
  masked: z.string().nullable(),
  createdAt: Moment.nullable(),
  /** Previous secrets that still sign, newest first. */
  previous: z.array(z.object({ masked: z.string(), expiresAt: Moment })),
})
export type SigningSecret = z.output<typeof SigningSecret>

const ByKey = z.strictObject({ keyId: Id })
const create = { needsRecentSignIn: true, method: 'POST', access: 'ops', scope: 'company', status: 201 } as const

export const apiKeysApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/settings/api-keys',
    summary: 'The company’s keys, good ones first, then newest first',
    access: 'ops',
    scope: 'company',
    reply: z.array(ApiKeyRow),
  }),
  create: endpoint({
    ...create,
    reply: NewApiKey,
    path: '/api/settings/api-keys',
    summary: 'Create a key for a program',
    body: ApiKeyInput,
  }),
  generateMaster: endpoint({
    ...create,
    reply: NewApiKey,
    path: '/api/settings/api-keys/master',
    summary: 'Replace the master key with a new one',
    body: Overlap,
  }),
  rotate: endpoint({
    ...create,
    reply: NewApiKey,
    path: '/api/settings/api-keys/:keyId/rotate',
    summary: 'Replace a key by a new one of the same name and permissions',
    params: ByKey,
    body: Overlap,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/settings/api-keys/:keyId/revoke',
    summary: 'End a key at once',
    access: 'ops',
    scope: 'company',
    params: ByKey,
    reply: ApiKeyRow,
  }),
  signingSecret: endpoint({
    method: 'GET',
    path: '/api/settings/signing-secret',
    summary: 'The secret that signs Lockstep’s calls, masked',
    access: 'ops',
    scope: 'company',
    reply: SigningSecret,
  }),
  revealSigningSecret: endpoint({
    method: 'POST',
    path: '/api/settings/signing-secret/reveal',
    summary: 'The signing secret in clear',
    needsRecentSignIn: true,
    access: 'ops',
    scope: 'company',
    reply: z.object({ secret: z.string() }),
  }),
  rotateSigningSecret: endpoint({
    method: 'POST',
    path: '/api/settings/signing-secret/rotate',
    summary: 'Sign with a new secret; both sign until the one before expires',
    needsRecentSignIn: true,
    access: 'ops',
    scope: 'company',
    body: Overlap,
    reply: SigningSecret.extend({ secret: z.string() }),
  }),
}
