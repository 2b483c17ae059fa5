import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelDetail } from '#contract/channels.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { createTestApp, noPorts, type Browser } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { skusToPush, buildChannel } from '#server/testing/channels.ts'

const connections: ChannelConnection[] = []
let answer: () => void = () => {}

let server: Awaited<ReturnType<typeof createTestApp>>
let ops: Browser
let companyId: string

beforeAll(async () => {
  const test = async (connection: ChannelConnection) => {
    connections.push(connection)
    answer()
  }
  const { test: _none, ...untestable } = noPorts.channels.shopify
  const kinds = { standard: { ...noPorts.channels.standard, test }, shopify: untestable }
  server = await createTestApp({ ports: { ...noPorts, channels: { ...noPorts.channels, ...kinds } } })
})
beforeEach(async () => {
  ops = await server.as('ops')
  companyId = ops.user.companyId ?? ''
  answer = () => {}
})
afterAll(() => server.close())

const webhookUrl = 'https://shop.example.com/in'
const tested = async (id: string) =>
  (await ops.post(`/api/channels/${id}/test`)).json<{ success: boolean; message: string }>()
const accessErrorOf = async (id: string) => (await ops.get(`/api/channels/${id}`)).json<ChannelDetail>().accessError

describe('testing a channel', () => {
  it('calls its URL, signed with our secret', async () => {
    const { id } = await buildChannel(server.deps, companyId, { name: 'Shop', config: { webhookUrl } })
    expect(await tested(id)).toEqual({ success: true, message: '“Shop” received the test.' })
    expect(connections.at(-1)).toMatchObject({
      channelId: id,
      webhookUrl,
      signingSecrets: [expect.stringMatching(/^whsec_/)],
    })
  })

  it.each([
    ['can’t answer', new Unavailable('The website does not answer.')],
    ['says no', new Rejected('The website answered 404.')],
    ['does not let us in', new Unauthorized('The website answered 401.')],
  ])('tells in words of one that %s', async (_what, failure) => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl } })
    answer = () => {
      throw failure
    }
    expect(await tested(id)).toEqual({ success: false, message: failure.message })
    expect(await accessErrorOf(id)).toBe(failure instanceof Unauthorized ? failure.message : null)
  })

  it('clears its access error when it accepts us again, and queues all offers', async () => {
    await buildSku(server.deps.db, companyId, { sku: 'CUP' })
    const accessError = 'The website answered 401.'
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl }, accessError })
    await tested(id)
    expect(await accessErrorOf(id)).toBeNull()
    expect(await skusToPush(server.deps.db, companyId, id)).toEqual(['CUP'])
  })

  it('calls nothing where there is no receiver', async () => {
    const before = connections.length
    const { id } = await buildChannel(server.deps, companyId)
    expect(await tested(id)).toMatchObject({ success: false, message: expect.stringMatching(/^Enter a webhook URL/) })
    const other = await buildChannel(server.deps, companyId, { config: { platform: 'shopify', webhookUrl } })
    expect(await tested(other.id)).toMatchObject({ success: false })
    expect(connections).toHaveLength(before)
  })

  it('hides a bug of ours', async () => {
    const { id } = await buildChannel(server.deps, companyId, { config: { webhookUrl } })
    answer = () => {
      throw new Error('whsec_in-a-message')
    }
    const reply = await ops.post(`/api/channels/${id}/test`)
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('whsec_')
  })
})
