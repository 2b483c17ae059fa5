import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { channelDeliveriesApi, type Delivery, type SentMessage } from '#contract/channel-deliveries.ts'
import type { Role } from '#contract/roles.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerChannels } from '#web/testing/screen-answers.ts'
import { buildChannelDetail, buildDelivery, buildSentMessage } from '#web/testing/channel-builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, refuse } from '#web/testing/server.ts'

const shop = buildChannelDetail()
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const failed = buildDelivery()
const payload = '{"data":{"id":9007199254740993123}}'

function openDeliveries(rows: Delivery[], { role = 'ops', query = '' }: { role?: Role; query?: string } = {}) {
  answerChannels({ rows: [], detail: shop })
  const requests = answer(channelDeliveriesApi.list, rows, { total: rows.length })
  const user = openApp(`/channels?channel=${shop.id}&tab=deliveries${query}`, buildCurrentUser({ role }))
  return { user, requests }
}

function openMessages(rows: SentMessage[], role: Role = 'ops') {
  answerChannels({ rows: [], detail: shop })
  answer(channelDeliveriesApi.sent, rows, { total: rows.length })
  return openApp(`/channels?channel=${shop.id}&tab=messages`, buildCurrentUser({ role }))
}

const deliveries = async () => within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem')

describe('the tab Orders in', () => {
  it('shows the outcome of each delivery', async () => {
    const taken = { orderNumber: 'LS-10012', processedAt: '2026-01-01T00:00:00Z', error: null }
    openDeliveries([
      failed,
      buildDelivery({ state: 'refused', error: 'The signature is wrong.', eventType: null, externalOrderId: null }),
      buildDelivery({ ...taken, state: 'taken_in', source: 'api' }),
      buildDelivery({ ...taken, state: 'ignored', error: 'Nothing new.', source: 'poll' }),
      buildDelivery({ state: 'waiting', error: null }),
    ])
    const texts = (await deliveries()).map(({ textContent }) => textContent)
    expect(texts[0]).toMatch(/^Failedorder\.createdOrder 1042Webhook, .*The city is missing\./)
    expect(texts[1]).toMatch(/^RefusedUnknown eventWebhook, .*The signature is wrong\./)
    expect(texts[2]).toMatch(/^Imported.*API, .*Imported as order LS-10012\./)
    expect(texts[3]).toMatch(/^Ignored.*Fetched by Lockstep, .*Nothing new\. See order LS-10012\./)
    expect(texts[4]).toMatch(/^Waiting.*Received\. Waiting to be imported\./)
  })

  it('is filtered by state', async () => {
    const { user, requests } = openDeliveries([failed])
    await user.click(await screen.findByRole('combobox', { name: 'Delivery status' }))
    await user.click(screen.getByRole('option', { name: 'Imported' }))
    await waitFor(() => expect(requests.at(-1)).toEqual({ channelId: shop.id, state: 'taken_in' }))
    answer(channelDeliveriesApi.list, [], { total: 0 })
    FakeEventSource.latest.send('channels')
    expect(await screen.findByText('No deliveries with the status “Imported”.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(window.location.search).toBe(`?channel=${shop.id}&tab=deliveries`)
  })

  it('links from the empty state to the tab Connect', async () => {
    const { user } = openDeliveries([])
    await user.click(await screen.findByRole('button', { name: 'How to connect' }))
    expect(await screen.findByRole('tab', { name: 'Connect', selected: true })).toBeInTheDocument()
  })

  it('replays a failed delivery, and shows when the replay is refused', async () => {
    const { user } = openDeliveries([failed])
    const replay = await screen.findByRole('button', { name: 'Replay order.created for order 1042' })
    refuse(channelDeliveriesApi.replay, 503, 'The database did not answer.')
    await user.click(replay)
    expect(await screen.findByText('Failed to replay the delivery. The database did not answer.')).toBeInTheDocument()

    const waiting = { ...failed, state: 'waiting', error: null } as const
    const sent = answer(channelDeliveriesApi.replay, waiting)
    answer(channelDeliveriesApi.list, [waiting], { total: 1 })
    await user.click(replay)
    expect(await screen.findByText('The delivery is being processed again')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, deliveryId: failed.id }])
    expect(await screen.findByText('Received. Waiting to be imported.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Replay/ })).not.toBeInTheDocument()
  })

  it('shows the role Read Only the deliveries without their payloads', async () => {
    openDeliveries([failed], { role: 'readonly' })
    await deliveries()
    await waitFor(() =>
      expect(blockedReason('Open order.created for order 1042')).toBe(
        'Your role is Read Only. Operations and Admin can see what a channel sent.',
      ),
    )
  })
})

describe('a delivery', () => {
  it('opens with its payload, and returns the focus to its button', async () => {
    const { user } = openDeliveries([failed])
    answer(channelDeliveriesApi.detail, { ...failed, payload })
    await user.click(await screen.findByRole('button', { name: 'Open order.created for order 1042' }))
    expect(await screen.findByRole('figure', { name: 'Payload' })).toHaveTextContent('9007199254740993123')
    expect(screen.getByText('Verified')).toBeInTheDocument()
    expect(window.location.search).toBe(`?channel=${shop.id}&tab=deliveries&delivery=${failed.id}`)
    await user.click(screen.getByRole('button', { name: 'All deliveries' }))
    expect(screen.getByRole('button', { name: 'Open order.created for order 1042' })).toHaveFocus()
    expect(window.location.search).toBe(`?channel=${shop.id}&tab=deliveries`)
  })

  it('is refetched after a replay, also if the list no longer shows it, and not otherwise', async () => {
    const { user } = openDeliveries([failed], { query: `&state=failed&delivery=${failed.id}` })
    const looks = answer(channelDeliveriesApi.detail, { ...failed, payload })
    await screen.findByRole('figure', { name: 'Payload' })
    FakeEventSource.latest.send('channels')

    const waiting = { ...failed, state: 'waiting', error: null } as const
    answer(channelDeliveriesApi.replay, waiting)
    answer(channelDeliveriesApi.list, [], { total: 0 })
    const looksAfter = answer(channelDeliveriesApi.detail, { ...waiting, payload })
    await user.click(screen.getByRole('button', { name: 'Replay order.created for order 1042' }))
    expect(await screen.findByText('Received. Waiting to be imported.')).toBeInTheDocument()
    await waitFor(() => expect(looksAfter).toHaveLength(1))
    expect(looks).toHaveLength(1)

    answer(channelDeliveriesApi.detail, { ...waiting, payload, state: 'taken_in', orderNumber: 'LS-10012' })
    FakeEventSource.latest.send('channels')
    expect(await screen.findByText('Imported as order LS-10012.')).toBeInTheDocument()
  })

  it('that was refused can’t be replayed', async () => {
    const refused = buildDelivery({ state: 'refused', error: 'The signature is wrong.' })
    openDeliveries([], { query: `&delivery=${refused.id}` })
    answer(channelDeliveriesApi.detail, { ...refused, payload: '000000  ff fe' })
    expect(await screen.findByRole('figure', { name: 'Payload' })).toHaveTextContent('000000 ff fe')
    expect(screen.getByText('Not verified')).toBeInTheDocument()
    expect(screen.getByText('Only the beginning of a refused delivery is kept.')).toBeInTheDocument()
    await waitFor(() => expect(blockedReason('Replay')).toContain('Not signed by this channel'))
  })

  it('shows an error when it can’t be loaded', async () => {
    openDeliveries([], { query: `&delivery=${failed.id}` })
    refuse(channelDeliveriesApi.detail, 404, 'This delivery doesn’t exist.')
    expect(await screen.findByRole('alert')).toHaveTextContent('This delivery doesn’t exist.')
  })

  it('is not requested for the role Read Only', async () => {
    openDeliveries([failed], { role: 'readonly', query: `&delivery=${failed.id}` })
    expect(
      await screen.findByText('Your role is Read Only. Operations and Admin can see what a channel sent.'),
    ).toBeInTheDocument()
  })
})

describe('the tab Messages out', () => {
  it('shows attempts and the channel’s response of each message', async () => {
    const pending = { status: 'pending', error: null, responseStatus: null } as const
    openMessages([
      buildSentMessage(),
      buildSentMessage({ ...pending, attempts: 3, responseStatus: 503, nextAttemptAt: inMinutes(31) }),
      buildSentMessage({ ...pending, attempts: 0, nextAttemptAt: inMinutes(0), eventType: 'order.returned' }),
      buildSentMessage({ status: 'delivered', attempts: 1, responseStatus: 204, error: null }),
    ])
    const list = within(await screen.findByRole('list', { name: 'Messages' }))
    const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(texts[0]).toMatch(/^FailedOrder shippedLS-10012.*The website answered 410\.12 attempts, response 410/)
    expect(texts[1]).toMatch(/^Waiting.*3 attempts, response 503\. Next attempt in 3\d minutes\./)
    expect(texts[2]).toMatch(/^Waitingorder\.returned.*Not tried yet\. Next attempt within a minute\./)
    expect(texts[3]).toMatch(/^Delivered.*1 attempt, response 204https:\/\/shop\.example\/lockstep$/)
    expect(list.getAllByRole('button', { name: 'Resend Order shipped for order LS-10012' })).toHaveLength(2)
  })

  it('resends a failed message, and shows when the resend is refused', async () => {
    const message = buildSentMessage()
    const user = openMessages([message])
    const resend = await screen.findByRole('button', { name: 'Resend Order shipped for order LS-10012' })
    refuse(channelDeliveriesApi.resend, 409, 'Harbor Shop has no webhook URL. Enter one first.')
    await user.click(resend)
    expect(
      await screen.findByText(/^Failed to send the message again\. Harbor Shop has no webhook URL/),
    ).toBeInTheDocument()

    const waiting = { ...message, status: 'pending', attempts: 0, error: null } as const
    const sent = answer(channelDeliveriesApi.resend, waiting)
    answer(channelDeliveriesApi.sent, [waiting], { total: 1 })
    await user.click(resend)
    expect(await screen.findByText('The message is being sent again')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, messageId: message.id }])
    await waitFor(() => expect(resend).not.toBeInTheDocument())
  })

  it('explains the empty state', async () => {
    openMessages([])
    expect(await screen.findByText(/^Nothing sent to Harbor Shop yet/)).toBeInTheDocument()
  })

  it('shows an error when it can’t be loaded', async () => {
    openMessages([])
    refuse(channelDeliveriesApi.sent, 503, 'The database did not answer.')
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
  })

  it('says why the role Read Only can’t resend', async () => {
    openMessages([buildSentMessage()], 'readonly')
    await screen.findByText('The website answered 410.')
    await waitFor(() =>
      expect(blockedReason('Resend Order shipped for order LS-10012')).toBe(
        'Your role is Read Only. Operations and Admin can resend messages.',
      ),
    )
  })
})
