import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerOrders, harborShop } from '#web/testing/screen-answers.ts'
import { buildOrder } from '#web/testing/order-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const emptyText = 'No orders found. Orders will appear here when they are received from your channels.'

const card = async (number: string) => expect(await screen.findByText(`#${number}`)).toBeInTheDocument()

describe('the filters', () => {
  it('are combined, sent to the server and kept in the URL', async () => {
    answerOrders({ rows: [buildOrder()] })
    const user = openApp('/orders', ops)
    await card('1042')
    const choose = async (name: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    const requests = answer(ordersApi.list, [], { total: 0 })
    await choose('Status', 'Sent to Fulfillment')
    await choose('Channel', 'Harbor Shop')
    await choose('Flag', 'On hold')
    await user.type(screen.getByPlaceholderText('Search orders...'), 'ana')
    const words = '“ana”, the status Sent to Fulfillment, the channel Harbor Shop, and the flag On hold'
    expect(await screen.findByText(`Nothing matches ${words}.`)).toBeInTheDocument()
    expect(screen.getByText(emptyText)).toBeInTheDocument()
    expect(screen.getByText(/Enter full email addresses and phone numbers/)).toBeInTheDocument()
    const filter = { status: 'sent_to_fulfillment', channelId: harborShop.id, flag: 'held' }
    expect(requests.at(-1)).toEqual({ limit: 48, search: 'ana', ...filter })
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual(filter)
    expect(window.location.hash).toBe('#search=ana')
  })

  it('find the orders that people have entered, under Manual beside the channels', async () => {
    const requests = answerOrders({ rows: [] })
    const user = openApp('/orders', ops)
    await user.click(await screen.findByRole('combobox', { name: 'Channel' }))
    await user.click(await screen.findByRole('option', { name: 'Manual' }))
    expect(await screen.findByText('Nothing matches the channel Manual.')).toBeInTheDocument()
    expect(requests.at(-1)).toEqual({ limit: '48', channelId: 'none' })
    expect(window.location.search).toBe('?channelId=none')
    expect(screen.getByRole('combobox', { name: 'Channel' })).toHaveTextContent('Manual')
  })

  it('limit the list to days', async () => {
    const requests = answerOrders({ rows: [] })
    const user = openApp('/orders?from=2026-03-01&to=2026-02-30', ops)
    expect(
      await screen.findByText('Nothing matches an order date on or after Sunday, March 1, 2026.'),
    ).toBeInTheDocument()
    expect(requests).toEqual([{ limit: '48', from: '2026-03-01' }])
    await user.type(screen.getByLabelText('To'), '2026-03-02')
    await waitFor(() => expect(requests.at(-1)).toEqual({ limit: '48', from: '2026-03-01', to: '2026-03-02' }))
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(window.location.search).toBe('')
  })

  it('offer the statuses in the sequence of an order’s life', async () => {
    answerOrders({ rows: [buildOrder()] })
    const user = openApp('/orders', ops)
    await card('1042')
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'All Statuses',
      'Placed',
      'Acknowledged',
      'Sent to Fulfillment',
      'Shipped',
      'Delivered',
      'Cancelled',
    ])
  })

  it.each([
    ['the URL', '/orders?status=placed&channelId=nonsense&flag=lost#search=ana'],
    ['an older link, with the text in the query', '/orders?search=ana&status=placed'],
  ])('are read from %s, without unknown values, until Clear Filters', async (_which, path) => {
    const requests = answerOrders({ rows: [buildOrder()] })
    const user = openApp(path, ops)
    await card('1042')
    expect(requests).toEqual([{ limit: 48, search: 'ana', status: 'placed' }])
    expect(screen.getByRole('searchbox')).toHaveValue('ana')
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Placed')
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests.at(-1)).toEqual({ limit: '48' })
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(window.location.search + window.location.hash).toBe('')
    expect(screen.getByRole('button', { name: 'Clear Filters' })).toHaveAttribute('aria-disabled', 'true')
  })
})
