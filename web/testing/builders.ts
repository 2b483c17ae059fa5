import type { CompanyRow, UserRow } from '#contract/admin.ts'
import type { CurrentUser } from '#contract/auth.ts'
import type { JobRow } from '#contract/jobs.ts'

let lastId = 0
const newId = () => `019a8a00-0000-7000-8000-${String((lastId += 1)).padStart(12, '0')}`

export function buildCurrentUser(overrides: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: newId(),
    email: 'ops@lockstep.test',
    firstName: 'Omar',
    lastName: 'Reyes',
    profileImageUrl: null,
    role: 'ops',
    companyId: newId(),
    companyName: 'Harbor & Pine',
    timeZone: 'America/Los_Angeles',
    ...overrides,
  }
}

export function buildCompany(overrides: Partial<CompanyRow> = {}): CompanyRow {
  return {
    id: newId(),
    name: 'Blue Kettle',
    email: 'hello@bluekettle.example',
    phone: null,
    address: null,
    isActive: true,
    createdAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildUserRow(overrides: Partial<UserRow> = {}): UserRow {
  return {
    id: newId(),
    email: 'mia@bluekettle.example',
    firstName: 'Mia',
    lastName: 'Chen',
    role: 'readonly',
    companyId: newId(),
    company: { name: 'Blue Kettle' },
    createdAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildJob(overrides: Partial<JobRow> = {}): JobRow {
  return {
    id: newId(),
    name: 'inventory.sync',
    title: 'Inventory sync',
    status: 'completed',
    attempts: 1,
    maxAttempts: 3,
    error: null,
    createdAt: '2026-01-01T00:00:00Z',
    startedAt: '2026-01-01T00:00:00Z',
    completedAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}
