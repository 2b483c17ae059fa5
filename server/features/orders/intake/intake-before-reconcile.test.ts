import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleOrder, sampleOrderEvent } from '#contract/public-api-manual.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { programWith } from '#server/testing/api-keys.ts'
import { createTestApp, manualClock, alwaysOpenGate } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { deliver, signDelivery } from '#server/testing/shop-webhooks.ts'

const clock = manualClock()
const restore = { id: '', restoredTo: new Date('2026-03-01T08:30:00Z'), foundAt: clock.now(), reconciledAt: null }
const gate = { ...alwaysOpenGate, closedBy: restore as typeof restore | null }
let test: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  test = await createTestApp({ clock, gate })
})
afterAll(() => test.close())

it('nothing is ingested on a restored database before it is reconciled, and shops are asked to retry', async () => {
  const { id: companyId } = await buildCompany(test.deps.db)
  const channel = await buildChannel(test.deps, companyId)
  const body = JSON.stringify(sampleOrderEvent)
  const bring = () =>
    deliver(test.app, channel.id, { headers: signDelivery(channel.webhookSecret, { at: clock.now(), body }), body })
  const program = programWith(test.app.http, channel.apiKey)
  const ops = await test.as('ops', companyId)
  for (const reply of [await bring(), await program.post('/api/v1/orders', sampleOrder)]) {
    expect(reply.statusCode, reply.body).toBe(503)
    expect(reply.headers['retry-after']).toBe('300')
    expect(reply.json()).toMatchObject({ detail: expect.stringContaining('being restored') })
  }
  const stored = await test.deps.db.inCompany(companyId, async (tx) => [
    ...(await tx.select().from(orders)),
    ...(await tx.select().from(webhookEvents)),
  ])
  expect(stored).toEqual([])
  expect((await ops.get('/api/auth/user')).json()).toMatchObject({ restoredTo: '2026-03-01T08:30:00.000Z' })
  expect((await program.get('/api/v1/orders')).statusCode).toBe(200)

  gate.closedBy = null
  expect((await bring()).statusCode).toBe(202)
  expect((await program.post('/api/v1/orders', sampleOrder)).statusCode).toBe(201)
  expect((await ops.get('/api/auth/user')).json()).toMatchObject({ restoredTo: null })
})
