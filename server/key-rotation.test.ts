import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rotateKey } from '#server/platform/crypto/rotate-key.ts'
import { openVault } from '#server/platform/crypto/open-vault.ts'
import { readConfig } from '#server/platform/config.ts'
import { createVault } from '#server/platform/crypto/vault.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { IdentityProvider } from '#server/ports/identity.ts'
import { createTestDeps, noPorts, openSession, testEnvironment } from '#server/testing/app.ts'
import { buildUser } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { openFleet, type Keys, visitorsOf } from '#server/testing/key-rotation-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { readWholeDatabase } from '#server/testing/database-contents.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 21).toString('base64'), Buffer.alloc(32, 22).toString('base64')]
const prefixOf = (key: string) => createVault(Buffer.from(key, 'base64')).currentKeyPrefix

/** The four steps that the README tells operators to take. */
const steps: Record<'before' | 'known' | 'sealing' | 'after', Keys> = {
  before: { ENCRYPTION_KEY: oldKey },
  known: { ENCRYPTION_KEY: oldKey, ENCRYPTION_KEYS_OTHER: newKey },
  sealing: { ENCRYPTION_KEY: newKey, ENCRYPTION_KEYS_OTHER: oldKey },
  after: { ENCRYPTION_KEY: newKey },
}

const identity: IdentityProvider = {
  beginSignIn: async () => {
    const state = crypto.randomUUID()
    return { url: `https://login.example/?state=${state}`, checks: { state, nonce: 'n', codeVerifier: 'v' } }
  },
  completeSignIn: async () => ({
    identity: {
      issuer: 'https://login.example',
      subject: 'olive',
      email: 'olive@example.com',
      isEmailVerified: true,
      firstName: 'Olive',
      lastName: null,
      pictureUrl: null,
    },
    idToken: 'id-token',
    authenticatedAt: null,
    providerSessionId: null,
  }),
  signOutUrl: async (idToken) => `https://login.example/logout?hint=${idToken}`,
  readLogoutToken: () => Promise.reject(new Rejected('There is no logout in this test')),
}

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps({ ports: { ...noPorts, identity } })
})
afterAll(() => test.close())

async function openShop() {
  const user = await buildUser(test.deps.db, { email: 'olive@example.com', role: 'ops' })
  const companyId = user.companyId ?? ''
  await changeSettings(test.deps.db, companyId, { customerEmail: true, customerSms: true })
  const deps = { ...test.deps, vault: createVault(Buffer.from(oldKey, 'base64')) }
  const channel = await buildChannel(deps, companyId)
  await buildAccount(deps, companyId)
  const { headers } = await openSession(test.deps, user.id)
  return { channelId: channel.id, apiKey: channel.apiKey ?? '', headers }
}

/** Everybody does their thing again and again until told to stop, or until it fails. */
function keepBusy(visitors: readonly (() => Promise<void>)[]) {
  const done = { visits: 0, failures: [] as unknown[], isOver: false }
  const running = visitors.map(async (visit) => {
    try {
      for (; !done.isOver; done.visits += 1) await visit()
    } catch (error) {
      done.failures.push(error)
    }
  })
  return {
    done,
    /** Until everybody has had some turns with the servers as they are now. */
    goOn: async () => {
      const wanted = done.visits + visitors.length * 2
      await vi.waitUntil(() => done.visits >= wanted || done.failures.length > 0, { timeout: 20_000, interval: 5 })
    },
    stop: async () => {
      done.isOver = true
      await Promise.all(running)
    },
  }
}

it('a key rotation under load fails no request and leaves nothing encrypted with the old key', async () => {
  const { url } = test.database
  const fleet = await openFleet(test.deps, url, 2, steps.before)
  const load = keepBusy(visitorsOf((request) => fleet.send(request), await openShop()))
  await load.goOn()
  await fleet.restart(steps.known)
  await load.goOn()
  await fleet.restart(steps.sealing)
  const { db } = test.deps
  const vault = await openVault(db, readConfig({ ...testEnvironment(url), ...steps.sealing }))
  const rotation = await rotateKey({ db, vault }, () => {}, load.goOn)
  await fleet.restart(steps.after)
  await load.goOn()
  await load.stop()
  await fleet.close()
  expect(load.done.failures).toEqual([])
  expect(rotation).toEqual({ reencrypted: expect.any(Number), left: [] })
  const whole = [...(await readWholeDatabase(test.database.adminUrl))]
  expect(whole.filter(([, text]) => text.includes(prefixOf(oldKey))).map(([table]) => table)).toEqual([])
  const sealedNow = whole.filter(([, text]) => text.includes(prefixOf(newKey))).map(([table]) => table)
  expect(sealedNow.length).toBeGreaterThanOrEqual(7)
}, 60_000)
