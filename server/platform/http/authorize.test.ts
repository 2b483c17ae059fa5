import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AppError } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import type { App, SignedIn } from './app.ts'
import { authorize } from './authorize.ts'
import type { HttpError } from './errors.ts'

const ownPage = { origin: 'https://lockstep.example', 'x-requested-with': 'XMLHttpRequest' }
const company = { id: 'company', name: 'Tees', timeZone: 'UTC', observingSince: null }
const sessionCheck = { sessionId: 'session', sessionVersion: '7', isConfirmed: false }

const now = new Date('2026-03-02T10:00:00Z')
const nobodysName = { firstName: null, lastName: null, profileImageUrl: null }

const person = (role: Role, of: SignedIn['company'] = company): SignedIn => ({
  sessionId: 'session',
  user: { id: 'user', email: 'ann@example.com', ...nobodysName, role, language: 'en', isProviderStaff: false },
  authenticatedAt: now,
  company: of,
})

const staff = (): SignedIn => ({ ...person('admin'), user: { ...person('admin').user, isProviderStaff: true } })

type Asked = {
  endpoint?: Partial<Pick<Endpoint, 'access' | 'method' | 'scope' | 'needsRecentSignIn'>>
  /** Whose session the database has. */
  found?: SignedIn | null
  /** Whose session the process remembers. */
  remembered?: SignedIn | null
  usesCache?: boolean | undefined
  headers?: Record<string, string>
}

function prepare({ endpoint, found = null, remembered = null, usesCache, headers = ownPage }: Asked) {
  const authenticate = vi.fn<() => Promise<SignedIn | null>>(async () => found)
  const app = {
    deps: { config: { PUBLIC_URL: 'https://lockstep.example/' }, clock: { now: () => now } },
    authenticate,
    readCachedSession: () => remembered && { signedIn: remembered, sessionCheck },
  } as unknown as App
  const asked = { access: 'readonly', method: 'GET', scope: 'company', ...endpoint } as const
  const check = usesCache === undefined ? authorize(app, asked) : authorize(app, asked, { usesCache })
  const request = { headers, signedIn: null, sessionCheck: null, reauthorize: null } as unknown as FastifyRequest
  return { authenticate, request, pass: () => check(request, {} as FastifyReply) }
}

/** `passes`, or the refusal. */
const outcome = (asked: Asked): Promise<string> =>
  prepare(asked)
    .pass()
    .then(
      () => 'passes',
      (error: AppError | HttpError) => `${'code' in error ? error.code : error.statusCode}: ${error.message}`,
    )

const otherWebsite = 'forbidden: This call came from another website, so it was refused.'
const noHeader = 'forbidden: The header X-Requested-With: XMLHttpRequest is missing.'

describe('authorization by role', () => {
  it.each<[Role, Role, string]>([
    ['readonly', 'readonly', 'passes'],
    ['ops', 'admin', 'passes'],
    ['ops', 'readonly', 'forbidden: This needs the role Operations; yours is Read Only.'],
    ['admin', 'ops', 'forbidden: This needs the role Admin; yours is Operations.'],
  ])('an endpoint for %s called by %s: %s', async (access, role, expected) => {
    expect(await outcome({ endpoint: { access }, found: person(role) })).toBe(expected)
  })

  it('an endpoint for provider staff passes them, does not exist for a company’s admin and is forbidden to others', async () => {
    const endpoint = { access: 'staff', scope: 'platform' } as const
    expect(await outcome({ endpoint, found: staff() })).toBe('passes')
    expect(await outcome({ endpoint, found: person('admin') })).toBe('not_found: There is nothing at this address.')
    expect(await outcome({ endpoint, found: person('ops') })).toMatch(/^forbidden: This needs the role Admin/)
  })

  it.each<[string, SignedIn['authenticatedAt'], string]>([
    ['15 minutes ago', new Date('2026-03-02T09:45:00Z'), 'passes'],
    ['longer ago', new Date('2026-03-02T09:44:59Z'), '403: For this step, please sign in again.'],
    ['at a time that the provider did not say', null, '403: For this step, please sign in again.'],
  ])('a dangerous step by somebody who signed in %s', async (_when, authenticatedAt, expected) => {
    const found = { ...person('ops'), authenticatedAt }
    expect(await outcome({ endpoint: { needsRecentSignIn: true }, found })).toBe(expected)
    expect(await outcome({ found })).toBe('passes')
  })

  it('refuses visitors first, whatever else is wrong with the call', async () => {
    const headers = { origin: 'https://evil.example' }
    expect(await outcome({ endpoint: { access: 'admin', method: 'POST' }, headers })).toBe('401: Sign in first.')
  })

  it('lets everybody call a public endpoint without a session lookup', async () => {
    const { authenticate, pass } = prepare({ endpoint: { access: 'public', method: 'POST' }, headers: {} })
    await expect(pass()).resolves.toBeUndefined()
    expect(authenticate).not.toHaveBeenCalled()
  })

  it('is not for endpoints by API key', () => {
    expect(() => prepare({ endpoint: { access: 'key:orders.read' } })).toThrow('A call by key is declared by serveKey')
  })

  it('requires a company where the endpoint has company scope', async () => {
    const found = person('admin', null)
    expect(await outcome({ found })).toBe('conflict: Choose a company to work in first.')
    expect(await outcome({ found, endpoint: { scope: 'platform' } })).toBe('passes')
    expect(await outcome({ found, endpoint: { scope: 'none' } })).toBe('passes')
  })

  it('reports the role before the company', async () => {
    const found = person('ops', null)
    expect(await outcome({ found, endpoint: { access: 'admin' } })).toMatch(/^forbidden: This needs the role Admin/)
  })
})

describe('CSRF protection', () => {
  const { origin, ...header } = ownPage
  it.each<[Endpoint['method'], Record<string, string>, string]>([
    ['GET', {}, 'passes'],
    ['GET', { origin }, 'passes'],
    ['GET', { ...ownPage, origin: 'https://evil.example' }, otherWebsite],
    ['GET', { ...ownPage, origin: 'http://lockstep.example' }, otherWebsite],
    ['GET', { ...ownPage, origin: 'null' }, otherWebsite],
    ['GET', { ...ownPage, origin: '' }, otherWebsite],
    ['POST', ownPage, 'passes'],
    ['POST', header, 'passes'],
    ['POST', { ...ownPage, origin: 'https://evil.example' }, otherWebsite],
    ['POST', { origin }, noHeader],
    ['DELETE', {}, noHeader],
    ['PATCH', { 'x-requested-with': 'fetch' }, noHeader],
  ])('%s with %j: %s', async (method, headers, expected) => {
    expect(await outcome({ endpoint: { method }, found: person('admin'), headers })).toBe(expected)
  })
})

describe('a cached session', () => {
  it('is used without a lookup by a call that confirms it later', async () => {
    const { authenticate, request, pass } = prepare({ remembered: person('ops'), usesCache: true })
    await pass()
    expect(request).toMatchObject({ signedIn: person('ops'), sessionCheck })
    expect(authenticate).not.toHaveBeenCalled()
  })

  it.each([false, undefined])('is not used by a call without usesCache: %s', async (usesCache) => {
    const { request, pass } = prepare({ remembered: person('admin'), found: person('ops'), usesCache })
    await pass()
    expect(request).toMatchObject({ signedIn: person('ops'), sessionCheck: null, reauthorize: null })
  })

  it('is looked up in the database when the cache has none', async () => {
    const { request, pass } = prepare({ found: person('ops'), usesCache: true })
    await pass()
    expect(request).toMatchObject({ signedIn: person('ops'), sessionCheck: null })
  })

  it('never refuses a call, because the role may have changed', async () => {
    const asked = { endpoint: { access: 'admin' }, remembered: person('ops'), usesCache: true } as const
    expect(await outcome({ ...asked, found: person('admin') })).toBe('passes')
    expect(await outcome({ ...asked, found: null })).toBe('401: Sign in first.')
  })

  it('is replaced by the session of the database when it is outdated', async () => {
    const { request, pass } = prepare({ remembered: person('admin'), found: person('ops'), usesCache: true })
    await pass()
    await request.reauthorize?.()
    expect(request).toMatchObject({ signedIn: person('ops'), sessionCheck: null })
  })

  it('is cleared when the person may not call after all', async () => {
    const asked = { endpoint: { access: 'admin' }, remembered: person('admin'), usesCache: true } as const
    for (const found of [null, person('readonly')]) {
      const { request, pass } = prepare({ ...asked, found })
      await pass()
      await expect(request.reauthorize?.()).rejects.toThrow(/Sign in first|This needs the role Admin/)
      expect(request).toMatchObject({ signedIn: null, sessionCheck: null })
    }
  })
})
