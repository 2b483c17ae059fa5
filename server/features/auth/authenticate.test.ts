import { drizzle } from 'drizzle-orm/pg-proxy'
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/client.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import type { Role } from '#contract/roles.ts'
import { authenticate, createSessionCache } from './authenticate.ts'

const now = new Date('2026-03-02T10:00:00Z')
const clock = { now: () => now }
const seconds = (count: number) => new Date(now.getTime() + count * 1000)
const day = 24 * 3_600

const user = { id: 'user', email: 'ann@example.com', firstName: 'Ann', lastName: null, profileImageUrl: null } as const
const company = { id: 'company', name: 'Tees', timeZone: 'UTC', observingSince: null }
const ann: SignedIn = {
  sessionId: 'sid',
  user: { ...user, role: 'readonly', language: 'en', isProviderStaff: false },
  authenticatedAt: now,
  company,
}

type Session = {
  seenAgo?: number
  startedAgo?: number
  endsIn?: number
  timeout?: string | null
  isOpen?: boolean
  role?: Role
}

const written = ({ seenAgo = 0, startedAgo = 0, endsIn = 7 * day, timeout = null, isOpen = true, role }: Session) => ({
  sess: { seenAt: seconds(-seenAgo).toISOString() },
  expire: seconds(endsIn),
  stamp: 'stamp',
  startedAt: seconds(-startedAgo),
  authenticatedAt: now,
  isOpen,
  timeout,
  user: { ...ann.user, role: role ?? ann.user.role },
  company,
})

/** Authenticates a session with this row as the database's answer; `done` lists the writes. */
async function ask(session: Session | null, options?: { isUse: boolean }) {
  const done: string[] = []
  const tx = drizzle(async (text, values) => {
    done.push(text.startsWith('delete') ? `ends ${values.join()}` : `prolongs to ${values[0]}`)
    return { rows: [] }
  })
  const db = {
    readPlatform: async () => session && written(session),
    onPlatform: (work: (given: typeof tx) => Promise<unknown>) => work(tx),
  } as unknown as Database
  const memory = createSessionCache(clock)
  memory.store({ ...ann, user: { ...ann.user, role: 'admin' } }, 'an older stamp', seconds(day).getTime())
  const found = await authenticate({ db, clock, cache: memory }, 'sid', options)
  return { found, done, remembered: memory.find('sid') }
}

describe('a session', () => {
  it('that does not exist is rejected and removed from the cache', async () => {
    expect(await ask(null)).toEqual({ found: null, done: [], remembered: null })
  })

  it('belongs to the user as the database has them now', async () => {
    const { found, remembered } = await ask({})
    expect(found).toEqual(ann)
    expect(remembered).toEqual({
      signedIn: ann,
      sessionCheck: { sessionId: 'sid', sessionVersion: 'stamp', isConfirmed: false },
    })
  })

  it.each<[string, Session]>([
    ['the hour that the company gives is over', { timeout: '1h', seenAgo: 3_600 }],
    ['the eight hours that the company gives are over', { timeout: '8h', seenAgo: 8 * 3_600 }],
    ['seven days are over where nobody has said how long', { timeout: null, seenAgo: 7 * day }],
    ['its own time is over', { endsIn: 0 }],
    ['the account or its company is deactivated, or an admin has ended its sessions', { isOpen: false }],
    ['an admin signed in 12 hours ago', { role: 'admin', startedAgo: 12 * 3_600 }],
    ['ops signed in 12 hours ago', { role: 'ops', startedAgo: 12 * 3_600 }],
    ['a reader signed in 7 days ago', { role: 'readonly', startedAgo: 7 * day }],
  ])('ends for good when %s', async (_, session) => {
    expect(await ask(session)).toEqual({ found: null, done: ['ends sid'], remembered: null })
  })

  it.each<[string, Session]>([
    ['the hour that the company gives', { timeout: '1h', seenAgo: 3_599 }],
    ['the seven days where nobody has said how long', { timeout: null, seenAgo: 7 * day - 1 }],
    ['its own time', { endsIn: 1 }],
    ['the 7 days that a reader has', { startedAgo: 7 * day - 1 }],
  ])('lasts until the last second of %s', async (_, session) => {
    expect((await ask(session)).found).toEqual(ann)
  })
})

describe('the use of a session', () => {
  it('is recorded once a minute and extends the session by the company’s time-out', async () => {
    expect((await ask({ timeout: '1h', seenAgo: 59 })).done).toEqual([])
    expect((await ask({ timeout: '1h', seenAgo: 60 })).done).toEqual(['prolongs to 2026-03-02T11:00:00.000Z'])
    expect((await ask({ timeout: null, seenAgo: 60 })).done).toEqual(['prolongs to 2026-03-09T10:00:00.000Z'])
  })

  it('extends the session up to its absolute end only', async () => {
    const eleventhHour = { role: 'ops', timeout: '8h', seenAgo: 60, startedAgo: 11 * 3_600 } as const
    expect((await ask(eleventhHour)).done).toEqual(['prolongs to 2026-03-02T11:00:00.000Z'])
  })

  it('is not cached when it was recorded, since the session’s version changes with it', async () => {
    expect((await ask({ seenAgo: 60 })).remembered).toBeNull()
  })

  it('is not recorded for a window that only listens', async () => {
    expect(await ask({ seenAgo: 600 }, { isUse: false })).toEqual({ found: ann, done: [], remembered: null })
  })
})

it('a session is authenticated without a cache too', async () => {
  const db = { readPlatform: async () => written({}) } as unknown as Database
  expect(await authenticate({ db, clock }, 'sid')).toEqual(ann)
})

describe('a cached session', () => {
  const rememberedAfter = async (session: Session, later: number) => {
    const moving = { now: () => now }
    const memory = createSessionCache(moving)
    const db = { readPlatform: async () => written(session) } as unknown as Database
    await authenticate({ db, clock: moving, cache: memory }, 'sid')
    moving.now = () => seconds(later)
    return memory.find('sid') !== null
  }

  it('is valid until its use has to be recorded again', async () => {
    expect(await rememberedAfter({ seenAgo: 20 }, 39)).toBe(true)
    expect(await rememberedAfter({ seenAgo: 20 }, 40)).toBe(false)
  })

  it('is valid no longer than the session', async () => {
    expect(await rememberedAfter({ endsIn: 10 }, 9)).toBe(true)
    expect(await rememberedAfter({ endsIn: 10 }, 10)).toBe(false)
  })
})
