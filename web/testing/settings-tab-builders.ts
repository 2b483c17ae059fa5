import type { ApiKeyRow, SigningSecret } from '#contract/api-keys.ts'
import type { AuditRow } from '#contract/audit.ts'
import type { CustomerRow } from '#contract/privacy.ts'
import type { PersonRow } from '#contract/settings.ts'
import { newId } from './builders.ts'

/** Good, without an end, and not used yet. */
export function buildApiKey(overrides: Partial<ApiKeyRow> = {}): ApiKeyRow {
  return {
    id: newId(),
    name: 'Warehouse',
    masked: 'ls_live_••••••••9f3a',
    scopes: ['orders.read'],
    isMaster: false,
    createdAt: '2026-01-01T00:00:00Z',
    createdByName: 'Omar Reyes',
    expiresAt: null,
    lastUsedAt: null,
    replacedAt: null,
    revokedAt: null,
    ...overrides,
  }
}

export function buildSigningSecret(overrides: Partial<SigningSecret> = {}): SigningSecret {
  return { masked: 'whsec_ab••••••••42cd', createdAt: '2026-01-01T00:00:00Z', previous: [], ...overrides }
}

export function buildPerson(overrides: Partial<PersonRow> = {}): PersonRow {
  return {
    id: newId(),
    email: 'mia@harborpine.example',
    firstName: 'Mia',
    lastName: 'Chen',
    role: 'readonly',
    lastSeenAt: '2026-01-01T00:00:00Z',
    isYou: false,
    ...overrides,
  }
}

export function buildAuditRow(overrides: Partial<AuditRow> = {}): AuditRow {
  return {
    id: newId(),
    at: '2026-01-01T00:00:00Z',
    actorType: 'user',
    actorName: 'Theo Okafor',
    userId: newId(),
    action: 'order.edit-address',
    resource: 'order',
    resourceId: newId(),
    changes: null,
    ipAddress: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (Macintosh) Safari/605',
    requestId: 'req-1042',
    ...overrides,
  }
}

/** With two orders, both delivered. */
export function buildCustomer(overrides: Partial<CustomerRow> = {}): CustomerRow {
  return {
    id: newId(),
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    phone: '+1 206 555 0100',
    orderCount: 2,
    openOrders: 0,
    lastOrderAt: '2026-01-01T00:00:00Z',
    erasedAt: null,
    eraseObstacle: null,
    ...overrides,
  }
}
