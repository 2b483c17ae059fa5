import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { attentionRemedies } from '#contract/attention-remedies.ts'
import { attentionApi, type AttentionRow } from '#contract/attention.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { fulfillmentApi } from '#contract/fulfillment.ts'
import { type AttentionCode, attentionCodes } from '#contract/order-status.ts'
import { type OrderDetail, ordersApi } from '#contract/orders.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { buildAttention, buildDelivery, buildSentMessage, buildSkuChoice } from '#web/testing/channel-builders.ts'
import * as build from '#web/testing/order-builders.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { AttentionView } from './attention-view.tsx'

const path = '/orders?view=attention'
const reader = buildCurrentUser({ role: 'readonly' })
const answerList = (rows: AttentionRow[], total = rows.length) => answer(attentionApi.list, rows, { total })

type Opening = { rows?: AttentionRow[]; query?: string; user?: typeof reader }

async function openView({ rows = [], query = '', user = buildCurrentUser() }: Opening = {}) {
  answer(fulfillmentApi.settings, { healStuckOrders: false })
  const requests = answerList(rows)
  const userActions = await renderPiece(<AttentionView />, { path: path + query, user })
  return { userActions, requests }
}

describe('an attention item', () => {
  it('shows its cause, reason, remedy, age and who must act', async () => {
    const raisedAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const stuck = buildAttention({ code: 'stuck_in_planning', reason: 'It missed its ship date.', whoActs: 'amazon' })
    await openView({ rows: [{ ...stuck, raisedAt }, buildAttention({ whoActs: 'channel' })] })
    await screen.findByText('2 items to review, oldest first')
    const [item] = screen.getAllByRole('listitem')
    const shown = within(item ?? document.body)
    for (const text of [
      'Stuck at Amazon',
      'It missed its ship date.',
      attentionRemedies.stuck_in_planning,
      '#1042 at Harbor Shop',
    ]) {
      expect(shown.getByText(text)).toBeInTheDocument()
    }
    expect(shown.getByText(/^Waiting on Amazon/)).toHaveTextContent('Waiting on Amazon · 3 days ago')
    expect(screen.getByText(/^Waiting on the channel/)).toBeInTheDocument()
  })

  it('opens its order in the drawer beside the list', async () => {
    const row = buildAttention()
    const { userActions } = await openView({ rows: [row] })
    const link = await screen.findByRole('link', { name: 'LS-10012' })
    expect(link).toHaveAttribute('href', `/orders?order=${row.orderId}`)
    await userActions.click(link)
    expect(window.location.search).toBe(`?view=attention&order=${row.orderId}`)
  })

  it('offers exactly the remedies of its code', async () => {
    const remedies: Record<AttentionCode, string[]> = {
      unmapped_sku: ['Map TEE-X'],
      not_enough_stock: ['See stock', 'Wait for stock', 'Send the rest', 'More'],
      bad_address: ['Edit address'],
      totals_differ: ['Compare amounts', 'Dismiss'],
      discount_differs: ['Compare discount', 'Dismiss'],
      rejected_by_amazon: ['Send again', 'Edit address'],
      unfulfillable: ['Send again', 'Ship it yourself'],
      stuck_in_planning: ['Cancel and resubmit'],
      submission_unanswered: ['Ask Amazon'],
      push_back_failed: ['See messages', 'Send again'],
      webhook_not_understood: ['Open delivery', 'Replay', 'Dismiss'],
      cancelled_by_channel: ['Cancel order'],
      changed_after_sending: ['Compare order', 'Dismiss'],
      reopened_by_channel: ['Restore order', 'Dismiss'],
      shipped_by_channel: ['Close as shipped by the shop', 'Dismiss'],
      held_by_channel: ['Cancel order', 'Dismiss'],
      cancel_refused: ['See customer', 'Dismiss'],
      shipped_partly: ['Send the rest', 'Dismiss'],
      package_lost: ['See packages', 'Dismiss'],
    }
    const rows = attentionCodes.map((code) =>
      buildAttention({
        code,
        reason: `Because of ${code}.`,
        coveredUnits: 1,
        messageId: buildSentMessage().id,
        deliveryId: code === 'webhook_not_understood' ? buildDelivery().id : null,
      }),
    )
    await openView({ rows })
    for (const code of attentionCodes) {
      const item = (await screen.findByText(`Because of ${code}.`)).closest('li')
      const names = [...(item?.querySelectorAll('button, a') ?? [])].map(({ textContent }) => textContent)
      expect(names.filter((name) => name && name !== 'LS-10012')).toEqual(remedies[code])
    }
  })
})

it('an order that shipped although its channel cancelled it can be dismissed', async () => {
  await openView({ rows: [buildAttention({ code: 'cancelled_by_channel', orderStatus: 'shipped' })] })
  expect(await screen.findByText('Dismiss')).toBeInTheDocument()
})

describe('a remedy on the order', () => {
  const at = (changes: Partial<OrderDetail> = {}) => changes
  const sent = at({ status: 'sent_to_fulfillment' })

  async function press(code: AttentionCode, label: string, order: OrderDetail) {
    answer(ordersApi.detail, order)
    answer(ordersApi.preview, [])
    const opened = await openView({ rows: [buildAttention({ code, orderId: order.id })] })
    const button = await screen.findByText(label, { selector: 'button' })
    expect(button).toHaveAccessibleName(`${label}, order LS-10012`)
    await opened.userActions.click(button)
    return opened
  }

  it.each([
    ['reopened_by_channel', 'Restore order', 'Restore order LS-10012?', at({ status: 'cancelled' })],
    ['bad_address', 'Edit address', 'Edit address for order LS-10012', at()],
    ['stuck_in_planning', 'Cancel and resubmit', 'Cancel and resubmit order LS-10012?', sent],
    ['submission_unanswered', 'Ask Amazon', 'Resend order LS-10012?', at({ transit: 'sending' })],
    ['cancelled_by_channel', 'Cancel order', 'Cancel order LS-10012?', sent],
    ['shipped_partly', 'Send the rest', 'Fulfill order LS-10012', at({ status: 'shipped', isPartial: true })],
  ] as const)('for %s is %s', async (code, label, title, changes) => {
    await press(code, label, build.buildOrderDetail(changes))
    expect(await screen.findByText(title, { selector: 'h2' })).toBeInTheDocument()
  })

  it('removes the item from the list, which then has the focus', async () => {
    const order = build.buildOrderDetail(sent)
    const { userActions } = await press('stuck_in_planning', 'Cancel and resubmit', order)
    const requests = answer(ordersApi.cancelAndResend, { ...order, transit: 'resending' })
    answerList([])
    const dialog = within(await screen.findByRole('dialog'))
    await userActions.click(dialog.getByRole('button', { name: 'Cancel and resubmit' }))
    expect(await screen.findByText(/^Nothing needs your attention/)).toBeInTheDocument()
    expect(requests).toEqual([{ orderId: order.id }])
    await waitFor(() => expect(screen.getByRole('region', { name: 'Needs attention' })).toHaveFocus())
  })

  it('is blocked when the order has changed since', async () => {
    const { requests } = await press(
      'stuck_in_planning',
      'Cancel and resubmit',
      build.buildOrderDetail({ status: 'delivered' }),
    )
    expect(await screen.findByText('The order has been delivered.')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(requests).toHaveLength(2))
  })

  it('shows an error when the order can’t be loaded', async () => {
    const { userActions } = await openView({ rows: [buildAttention({ code: 'bad_address' })] })
    refuse(ordersApi.detail, 503, 'The database did not answer.')
    await userActions.click(await screen.findByText('Edit address'))
    expect(await screen.findByText('Failed to load the order. The database did not answer.')).toBeInTheDocument()
  })

  it('is blocked for the role Read Only', async () => {
    await openView({ rows: [buildAttention({ code: 'bad_address' })], user: reader })
    await screen.findByText('Edit address')
    await waitFor(() =>
      expect(blockedReason('Edit address, order LS-10012')).toBe(
        'Your role is Read Only. Operations and Admin can change orders.',
      ),
    )
  })
})

describe('an order with a bad address', () => {
  const order = build.buildOrderDetail({ attentions: [build.buildOrderAttention({ code: 'bad_address' })] })

  async function openAddress() {
    answer(ordersApi.detail, order)
    const { userActions } = await openView({ rows: [buildAttention({ code: 'bad_address', orderId: order.id })] })
    await userActions.click(await screen.findByText('Edit address'))
    await screen.findByText('Save and send')
    answer(ordersApi.editAddress, order)
    answerList([])
    return userActions
  }

  it('is sent after the save, although its item has left the list by then', async () => {
    const userActions = await openAddress()
    const sent = answer(ordersApi.fulfill, { ...order, transit: 'sending' })
    await userActions.click(screen.getByText('Save and send'))
    expect(await screen.findByText('Order LS-10012 is being sent to Amazon')).toBeInTheDocument()
    expect(sent).toEqual([{ orderId: order.id, insists: false }])
  })

  it('that is only saved leaves the list with a toast that offers to send it', async () => {
    const userActions = await openAddress()
    await userActions.click(screen.getByText('Save only'))
    expect(await screen.findByText('Address saved. Not sent yet.')).toBeInTheDocument()
    expect(await screen.findByText(/^Nothing needs your attention/)).toBeInTheDocument()
    const sent = answer(ordersApi.fulfill, { ...order, transit: 'sending' })
    await userActions.click(screen.getByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('Order LS-10012 is being sent to Amazon')).toBeInTheDocument()
    expect(sent).toEqual([{ orderId: order.id, insists: false }])
  })
})

describe('an order without enough stock', () => {
  const lines = [
    build.buildOrderItem({ sku: 'MUG', unsent: 3, lacking: 2 }),
    build.buildOrderItem({ sku: 'TEE', title: 'Harbor Tee', unsent: 1 }),
  ]
  const order = build.buildOrderDetail({ items: lines, attentions: [build.buildOrderAttention()] })
  const [mug] = lines
  const row = buildAttention({
    code: 'not_enough_stock',
    orderId: order.id,
    shortLines: [
      { orderItemId: mug?.id ?? '', skuId: mug?.skuId ?? '', sku: 'MUG', quantity: 3, lacking: 2 },
      { orderItemId: newId(), skuId: 'second', sku: 'CUP', quantity: 1, lacking: 1 },
    ],
    coveredUnits: 2,
  })

  async function choose(remedy: string) {
    answer(ordersApi.detail, order)
    answer(ordersApi.preview, [build.buildSpeedPreview()])
    const { userActions } = await openView({ rows: [row] })
    await userActions.click(await screen.findByRole('button', { name: 'More options for order LS-10012' }))
    await userActions.click(screen.getByRole('menuitem', { name: remedy }))
    return userActions
  }

  it('links to the drawer of each SKU that lacks units', async () => {
    await openView({ rows: [row] })
    const links = await screen.findAllByRole('link', { name: /^See stock for/ })
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['MUG', `/inventory?sku=${mug?.skuId}`],
      ['CUP', '/inventory?sku=second'],
    ])
  })

  it('sends the rest: the units that are in stock', async () => {
    answer(ordersApi.detail, order)
    answer(ordersApi.preview, [build.buildSpeedPreview()])
    const { userActions } = await openView({ rows: [row] })
    await userActions.click(await screen.findByText('Send the rest'))
    expect(await screen.findByLabelText('Units of MUG')).toHaveValue(1)
    expect(screen.getByLabelText('Units of TEE')).toHaveValue(1)
    await screen.findByText('Amazon’s estimate; nothing is reserved yet.')
    const sent = answer(ordersApi.fulfill, { ...order, transit: 'sending' })
    await userActions.click(screen.getByText('Send to Amazon'))
    await waitFor(() => expect(sent).toHaveLength(1))
    const items = lines.map(({ id: orderItemId }) => ({ orderItemId, quantity: 1 }))
    expect(sent).toEqual([{ orderId: order.id, shippingSpeed: 'standard', insists: false, items }])
  })

  it('offers no rest while nothing of it is in stock', async () => {
    await openView({ rows: [{ ...row, coveredUnits: 0 }] })
    await screen.findByText('Wait for stock')
    expect(screen.queryByText('Send the rest')).not.toBeInTheDocument()
  })

  it('can wait for stock, under a filter of its own', async () => {
    const { userActions } = await openView({ rows: [row] })
    const sent = answer(attentionApi.waitForStock, { id: row.id })
    const button = await screen.findByRole('button', { name: 'Wait for stock, order LS-10012' })
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const requests = answer(attentionApi.list, ({ state }) =>
      state === 'waiting' ? [{ ...row, waitsForStockSince: since }] : [],
    )
    await userActions.click(button)
    expect(await screen.findByText(/^Nothing needs your attention/)).toBeInTheDocument()
    expect(screen.getByText(/^The order will be released automatically when stock arrives\./)).toBeInTheDocument()
    expect(sent).toEqual([{ attentionId: row.id, waits: true }])
    await userActions.click(screen.getByRole('combobox', { name: 'State' }))
    await userActions.click(await screen.findByRole('option', { name: 'Waiting for stock' }))
    expect(await screen.findByText('Stop waiting')).toBeInTheDocument()
    expect(screen.getByText(/^Waiting for stock ·/)).toHaveTextContent('Waiting for stock · 2 days ago')
    expect(requests.at(-1)).toEqual({ state: 'waiting' })
  })

  it('gets another SKU', async () => {
    const substitute = buildSkuChoice({ sku: 'MUG-BLUE', title: 'Blue mug' })
    const own = buildSkuChoice({ skuId: mug?.skuId ?? '', sku: 'MUG' })
    answer(attentionApi.skuChoices, { rows: [own, substitute], total: 2 })
    const sent = answer(ordersApi.substitute, order)
    const userActions = await choose('Substitute…')
    await screen.findByText('Substitute a SKU in order LS-10012')
    await userActions.click(await screen.findByRole('radio', { name: /MUG-BLUE/ }))
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    await userActions.click(screen.getByRole('button', { name: 'Substitute' }))
    expect(await screen.findByText('Order LS-10012 will be sent with the SKU you chose')).toBeInTheDocument()
    expect(sent).toEqual([{ orderId: order.id, orderItemId: mug?.id, skuId: substitute.skuId }])
  })

  it('is canceled with the reason filled in', async () => {
    const sent = answer(ordersApi.cancel, { ...order, status: 'cancelled' })
    const userActions = await choose('Cancel and notify the customer…')
    expect(await screen.findByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('Out of stock')
    await userActions.click(screen.getByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(sent).toEqual([{ orderId: order.id, reason: 'Out of stock' }]))
  })

  it('can be sent anyway', async () => {
    await choose('Send anyway…')
    expect(
      await screen.findByLabelText('Send it even though there doesn’t seem to be enough stock'),
    ).toBeInTheDocument()
  })
})

describe('a failed message to a channel', () => {
  const message = buildSentMessage()
  const row = buildAttention({ code: 'push_back_failed', messageId: message.id })
  const sendAgain = () => screen.findByLabelText('Send again: message for order LS-10012')

  it('is resent', async () => {
    const { userActions } = await openView({ rows: [row] })
    const sent = answer(channelDeliveriesApi.resend, { ...message, status: 'pending' })
    const button = await sendAgain()
    answerList([])
    await userActions.click(button)
    expect(await screen.findByText('The message is being sent again')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: row.channelId, messageId: message.id }])
    expect(await screen.findByText(/^Nothing needs your attention/)).toBeInTheDocument()
  })

  it('stays on the list when the resend is refused', async () => {
    const { userActions } = await openView({ rows: [row] })
    refuse(channelDeliveriesApi.resend, 409, 'The channel has no address to send to.')
    await userActions.click(await sendAgain())
    expect(
      await screen.findByText('Failed to send the message again. The channel has no address to send to.'),
    ).toBeInTheDocument()
    await sendAgain()
  })
})

describe('the filters', () => {
  const unmapped = buildAttention()
  const stuck = buildAttention({ code: 'stuck_in_planning', whoActs: 'amazon', reason: 'It missed its ship date.' })

  const answerChosen = () =>
    answer(attentionApi.list, ({ code, whoActs }) =>
      [unmapped, stuck].filter((row) => (!code || row.code === code) && (!whoActs || row.whoActs === whoActs)),
    )

  it('are sent to the server and kept in the URL', async () => {
    const { userActions } = await openView()
    const requests = answerChosen()
    await userActions.click(await screen.findByLabelText('Cause'))
    await userActions.click(await screen.findByRole('option', { name: 'Stuck at Amazon' }))
    expect(await screen.findByText(stuck.reason)).toBeInTheDocument()
    expect(screen.queryByText(unmapped.reason)).not.toBeInTheDocument()
    expect(requests).toEqual([{ code: 'stuck_in_planning' }])
    expect(window.location.search).toBe('?view=attention&cause=stuck_in_planning')
  })

  it('are read from the URL, without unknown values', async () => {
    const { requests } = await openView({ rows: [stuck], query: '&who=amazon&cause=nonsense' })
    expect(await screen.findByText(stuck.reason)).toBeInTheDocument()
    expect(requests).toEqual([{ whoActs: 'amazon' }])
    expect(screen.getByRole('combobox', { name: 'Cause' })).toHaveTextContent('All Causes')
    expect(screen.getByRole('combobox', { name: 'Who needs to act' })).toHaveTextContent('Waiting on Amazon')
  })

  it('can be cleared when nothing matches', async () => {
    const { userActions } = await openView({ query: '&who=amazon&cause=package_lost' })
    answerChosen()
    await userActions.click(await screen.findByText('Show everything'))
    expect(await screen.findByText(unmapped.reason)).toBeInTheDocument()
    expect(window.location.search).toBe('?view=attention')
  })
})

describe('the auto-resend switch', () => {
  const autoResend = () => screen.findByLabelText('Cancel and resubmit stuck orders automatically')

  it('can be switched on and explains the consequences', async () => {
    const { userActions } = await openView()
    const sent = answer(fulfillmentApi.updateSettings, { healStuckOrders: true })
    expect(await autoResend()).toHaveAccessibleDescription(/confirms the cancellation\. Nothing ships twice\./)
    expect(await autoResend()).not.toBeChecked()
    await userActions.click(await autoResend())
    expect(await screen.findByText('Stuck orders are cancelled and resubmitted automatically')).toBeInTheDocument()
    expect(sent).toEqual([{ healStuckOrders: true }])
    expect(await autoResend()).toBeChecked()
  })

  it('keeps its state when the change is refused', async () => {
    const { userActions } = await openView()
    refuse(fulfillmentApi.updateSettings, 503, 'The database did not answer.')
    await userActions.click(await autoResend())
    expect(await screen.findByText(/The database did not answer\.$/)).toBeInTheDocument()
    expect(await autoResend()).not.toBeChecked()
  })

  it('is visible to the role Read Only, which can’t change it', async () => {
    await openView({ user: reader })
    expect(await autoResend()).toBeDisabled()
    expect(await autoResend()).toHaveAccessibleDescription(/Operations and Admin can change this\.$/)
  })
})
