import { expect, test } from 'vitest'
import { faultKinds, type FaultKind } from '#emulators/meta/faults.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { appSecret, connection, createMetaShopFixture, placeOrder, token } from '#server/testing/meta-shop-fixture.ts'

const expected: Record<
  FaultKind,
  { failure: typeof Unavailable | typeof Rejected | typeof Unauthorized; says: RegExp }
> = {
  throttle: { failure: Unavailable, says: /too many requests/ },
  transient: { failure: Unavailable, says: /temporary error/ },
  'error-500': { failure: Unavailable, says: /temporary error/ },
  'html-502': { failure: Unavailable, says: /temporary error/ },
  hang: { failure: Unavailable, says: /in time/ },
  drop: { failure: Unavailable, says: /can’t be reached/ },
  'drop-after-acting': { failure: Unavailable, says: /can’t be reached/ },
  'refuse-token': { failure: Unauthorized, says: /access token/ },
  'no-permission': { failure: Rejected, says: /permission to manage/ },
  'wrong-shape': { failure: Rejected, says: /can’t read/ },
}

/** The timeout is short only for faults without an answer. */
const impatient = {
  now: () => Date.now(),
  sleep: async () => {},
  limit: () => AbortSignal.timeout(30),
}

const shipments = [{ carrier: 'UPS', trackingNumber: '1Z1', items: [] }]

test.each(faultKinds)('the client understands the fault %s', async (kind) => {
  const { meta, channel } = await createMetaShopFixture(kind === 'hang' ? { timing: impatient } : {})
  const id = await placeOrder(meta, { state: 'IN_PROGRESS' })
  const order = { externalOrderId: id, orderNumber: 'LS-10001', status: 'shipped' }
  const shipped = { id: 'm', type: 'order.shipped', at: new Date(), order, shipments, reason: null } as const
  const { failure, says } = expected[kind]
  for (const attempt of [() => channel.poll(connection, null), () => channel.report(connection, shipped)]) {
    meta.faults.add({ kind })
    const error: unknown = await attempt().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(failure)
    expect(String(error)).toMatch(says)
    expect(JSON.stringify([error, String(error)])).not.toContain(token)
  }
})

test('a throttled call carries the wait that Meta asks for', async () => {
  const { meta, channel } = await createMetaShopFixture()
  meta.faults.add({ kind: 'throttle' })
  await expect(channel.test(connection)).rejects.toMatchObject({ retryAfterSeconds: 180 })
})

test.each([4, 17, 32, 613, 80_001, 80_014])('code %i is a rate limit', async (code) => {
  const { channel } = await createMetaShopFixture({
    fetch: async () => Response.json({ error: { code } }, { status: 400 }),
  })
  await expect(channel.test(connection)).rejects.toThrow(Unavailable)
})

test('an id that Meta does not know is for the shop to correct', async () => {
  const { channel } = await createMetaShopFixture()
  await expect(channel.test({ ...connection, catalogId: '12345' })).rejects.toMatchObject({
    code: 'not_found',
    whoActs: 'you',
  })
})

test('a wrong application secret is refused in Meta’s words', async () => {
  const { channel } = await createMetaShopFixture({ appSecret: 'another' })
  await expect(channel.test(connection)).rejects.toThrow(/appsecret_proof/)
})

test('an error text never contains a secret that Meta repeats', async () => {
  const said = { error: { code: 100, message: `Bad token ${token} for ${appSecret}` } }
  const { channel } = await createMetaShopFixture({ fetch: async () => Response.json(said, { status: 400 }) })
  await expect(channel.test(connection)).rejects.toThrow('Bad token [secret] for')
})

test('the client does not follow redirects, because it carries a token', async () => {
  const { channel, requests } = await createMetaShopFixture({
    fetch: async (_url, init) => {
      expect(init?.redirect).toBe('manual')
      return new Response(null, { status: 302, headers: { location: 'https://evil.example' } })
    },
  })
  await expect(channel.test(connection)).rejects.toThrow(Unavailable)
  expect(requests).toEqual([])
})
