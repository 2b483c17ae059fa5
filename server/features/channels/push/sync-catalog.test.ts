import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listJobs } from '#server/features/jobs/background-jobs.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createChannelPushFixture, outgoingPorts } from '#server/testing/channel-push-fixture.ts'
import { startFakeWebsite, type FakeWebsite } from '#server/testing/fake-website.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let site: FakeWebsite

beforeAll(async () => {
  site = await startFakeWebsite()
  const poll = async () => ({ found: [], cursor: '', hasMore: false })
  server = await createTestApp({ ports: outgoingPorts({ poll }) })
})
afterAll(async () => {
  await server.close()
  await site.close()
})
beforeEach(() => site.forget())

const sync = async (companyId: string, channelId: string) =>
  (await server.as('ops', companyId)).post('/api/sync/catalog', { channelId })

describe('syncing a channel’s catalog', () => {
  it('pushes all offers again', async () => {
    const { companyId, channel, push, pushedItems } = await createChannelPushFixture(server.deps, site)
    const second = await buildSku(server.deps.db, companyId)
    await push()
    const reply = await sync(companyId, channel.id)
    expect([reply.statusCode, reply.json()]).toEqual([202, { channelId: channel.id, skus: 2 }])
    await push()
    expect(pushedItems().map((items) => items.length)).toEqual([2, 2])
    expect(pushedItems()[1]).toContainEqual(expect.objectContaining({ sku: second.sku }))
  })

  it('also polls a channel for its orders', async () => {
    const { companyId, ctx } = await createChannelPushFixture(server.deps, site)
    const config = { commerceAccountId: '4711' }
    const polled = await buildChannel(server.deps, companyId, { accessToken: 'a token of the channel', config })
    expect((await sync(companyId, polled.id)).json()).toEqual({ channelId: polled.id, skus: 0 })
    const jobs = await ctx.transaction((tx) => listJobs(tx, { limit: 10 }))
    expect(jobs.rows.map(({ name }) => name)).toEqual(['channels.poll'])
  })

  it('is refused for an inactive channel, and for another company’s', async () => {
    const { companyId } = await createChannelPushFixture(server.deps, site)
    const resting = await buildChannel(server.deps, companyId, { isActive: false })
    expect((await sync(companyId, resting.id)).statusCode).toBe(409)
    const other = await buildCompany(server.deps.db)
    expect((await sync(other.id, resting.id)).statusCode).toBe(404)
  })
})
