import type { ApiKeyRow } from '#contract/api-keys.ts'
import { apiKeyScopes } from '#contract/roles.ts'
import type { ApiKeyRecord } from './queries.ts'

export const toApiKeyRow = ({
  prefix,
  suffix,
  createdAt,
  expiresAt,
  lastUsedAt,
  replacedAt,
  revokedAt,
  ...key
}: ApiKeyRecord): ApiKeyRow => ({
  ...key,
  masked: `${prefix}••••••••${suffix}`,
  scopes: apiKeyScopes.filter((scope) => key.scopes.includes(scope)),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  replacedAt: replacedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
})

/** What the audit log keeps of a key. */
export const auditedKey = ({ name, masked, scopes, isMaster, expiresAt, revokedAt }: ApiKeyRow) => ({
  name,
  masked,
  scopes,
  isMaster,
  expiresAt,
  revokedAt,
})
