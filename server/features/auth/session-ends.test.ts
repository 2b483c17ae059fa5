import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { authenticate } from './authenticate.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

describe('a session', () => {
  it('has a new role at the next request', async () => {
    const browser = await server.as('admin')
    await server.deps.db.onPlatform((tx) =>
      tx.update(users).set({ role: 'readonly' }).where(eq(users.id, browser.user.id)),
    )
    expect((await browser.get('/api/admin/users')).statusCode).toBe(403)
  })

  it('ends 12 hours after the sign-in of ops and 7 days after a reader’s, although it is used every hour', async () => {
    const [ops, reader] = [await server.as('ops'), await server.as('readonly')]
    const hourly = async (browser: typeof ops, hours: number) => {
      const statuses: number[] = []
      for (let hour = 0; hour < hours; hour++) {
        clock.advance(3600)
        statuses.push((await browser.get('/api/auth/user')).statusCode)
      }
      return statuses
    }
    expect(await hourly(ops, 12)).toEqual([...Array.from({ length: 11 }, () => 200), 401])
    const ofReader = await hourly(reader, 7 * 24 - 12)
    expect([ofReader.indexOf(401), ofReader.length]).toEqual([7 * 24 - 12 - 1, 7 * 24 - 12])
  })

  it('ends after the company’s time-out without use', async () => {
    const browser = await server.as('readonly')
    await server.deps.db.inCompany(browser.user.companyId, (tx) =>
      tx.update(companySettings).set({ sessionTimeout: '1d' }),
    )
    clock.advance(23 * 3600)
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200)
    clock.advance(24 * 3600)
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
  })

  it('is not kept alive by a window that only listens', async () => {
    const browser = await server.as('readonly')
    await server.deps.db.inCompany(browser.user.companyId, (tx) =>
      tx.update(companySettings).set({ sessionTimeout: '8h' }),
    )
    clock.advance(5 * 3600)
    expect(await authenticate(server.deps, browser.sid, { isUse: false })).toMatchObject({
      user: { id: browser.user.id },
    })
    clock.advance(5 * 3600)
    expect(await authenticate(server.deps, browser.sid, { isUse: false })).toBeNull()
  })

  it('ends sooner once the company shortens the time-out, and for good', async () => {
    const browser = await server.as('ops')
    const ask = async () => (await browser.get('/api/auth/user')).statusCode
    const setTimeout = (sessionTimeout: '1h' | '7d') =>
      server.deps.db.inCompany(browser.user.companyId ?? '', (tx) => tx.update(companySettings).set({ sessionTimeout }))
    clock.advance(2 * 3600)
    expect(await ask()).toBe(200)
    await setTimeout('1h')
    clock.advance(1800)
    expect(await ask()).toBe(200)
    clock.advance(3600)
    await setTimeout('7d')
    expect(await ask()).toBe(401)
    const left = await server.deps.db.onPlatform((tx) =>
      tx.select().from(sessions).where(eq(sessions.userId, browser.user.id)),
    )
    expect(left).toEqual([])
  })
})
