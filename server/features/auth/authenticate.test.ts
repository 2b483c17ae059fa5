import { drizzle } from 'drizzle-orm/pg-proxy'
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/client.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { authenticate, createSessionCache } from './authenticate.ts'

const now = new Date('2026-03-02T10:00:00Z')
const clock = { now: () => now }
const seconds = (count: number) => new Date(now.getTime() + count * 1000)
const day = 24 * 3_600

const user = { id: 'user', email: 'ann@example.com', firstName: 'Ann', lastName: null, profileImageUrl: null } as const
const company = { id: 'company', name: 'Tees', timeZone: 'UTC' }
const ann: SignedIn = { sessionId: 'sid', user: { ...user, role: 'ops' }, company }

type Session = { seenAgo?: number; endsIn?: number; timeout?: string | null; isCompanyActive?: boolean }

const written = ({ seenAgo = 0, endsIn = 7 * day, timeout = null, isCompanyActive = true }: Session) => ({
  sess: { seenAt: seconds(-seenAgo).toISOString() },
  expire: seconds(endsIn),
  stamp: 'stamp',
  isCompanyActive,
  timeout,
  user: ann.user,
  company,
})

/** Asks for a session of which the database says this; `done` is what was written there because of it. */
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
  it('is nobody’s that is not there, and what was remembered of it is forgotten', async () => {
    expect(await ask(null)).toEqual({ found: null, done: [], remembered: null })
  })

  it('is that of the person, as the database has them now', async () => {
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
    ['the company is switched off', { isCompanyActive: false }],
  ])('ends for good when %s', async (_, session) => {
    expect(await ask(session)).toEqual({ found: null, done: ['ends sid'], remembered: null })
  })

  it.each<[string, Session]>([
    ['the hour that the company gives', { timeout: '1h', seenAgo: 3_599 }],
    ['the seven days where nobody has said how long', { timeout: null, seenAgo: 7 * day - 1 }],
    ['its own time', { endsIn: 1 }],
  ])('lasts until the last second of %s', async (_, session) => {
    expect((await ask(session)).found).toEqual(ann)
  })
})

describe('the use of a session', () => {
  it('is written down once a minute, and prolongs the session by the company’s time', async () => {
    expect((await ask({ timeout: '1h', seenAgo: 59 })).done).toEqual([])
    expect((await ask({ timeout: '1h', seenAgo: 60 })).done).toEqual(['prolongs to 2026-03-02T11:00:00.000Z'])
    expect((await ask({ timeout: null, seenAgo: 60 })).done).toEqual(['prolongs to 2026-03-09T10:00:00.000Z'])
  })

  it('leaves nothing to remember where it was written down, since the stamp is another then', async () => {
    expect((await ask({ seenAgo: 60 })).remembered).toBeNull()
  })

  it('is not what a window does that only listens', async () => {
    expect(await ask({ seenAgo: 600 }, { isUse: false })).toEqual({ found: ann, done: [], remembered: null })
  })
})

it('takes no memory to know whose a session is', async () => {
  const db = { readPlatform: async () => written({}) } as unknown as Database
  expect(await authenticate({ db, clock }, 'sid')).toEqual(ann)
})

describe('what is remembered of a session', () => {
  const rememberedAfter = async (session: Session, later: number) => {
    const moving = { now: () => now }
    const memory = createSessionCache(moving)
    const db = { readPlatform: async () => written(session) } as unknown as Database
    await authenticate({ db, clock: moving, cache: memory }, 'sid')
    moving.now = () => seconds(later)
    return memory.find('sid') !== null
  }

  it('counts until its use is to be written down again', async () => {
    expect(await rememberedAfter({ seenAgo: 20 }, 39)).toBe(true)
    expect(await rememberedAfter({ seenAgo: 20 }, 40)).toBe(false)
  })

  it('counts no longer than the session', async () => {
    expect(await rememberedAfter({ endsIn: 10 }, 9)).toBe(true)
    expect(await rememberedAfter({ endsIn: 10 }, 10)).toBe(false)
  })
})
