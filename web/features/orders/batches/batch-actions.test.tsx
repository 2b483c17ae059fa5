import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type OrderBatch, orderBatchesApi } from '#contract/order-batches.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { buildOrder } from '#web/testing/order-builders.ts'
import { answer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const orders = ['1045', '1044', '1043'].map((externalOrderId) => buildOrder({ externalOrderId }))
const ids = orders.map(({ id }) => id)

type Outcomes = OrderBatch['results'][number]['outcome'][]

function buildBatch(action: OrderBatch['action'], outcomes: Outcomes): OrderBatch {
  const count = (counted: Outcomes[number]) => outcomes.filter((outcome) => outcome === counted).length
  const counts = {
    waiting: count('waiting'),
    sending: count('sending'),
    done: count('done'),
    refused: count('refused'),
  }
  return {
    id: newId(),
    action,
    startedBy: 'Omar Reyes',
    startedAt: '2026-01-01T00:00:00Z',
    finishedAt: counts.waiting + counts.sending > 0 ? null : '2026-01-01T00:01:00Z',
    total: outcomes.length,
    counts,
    results: outcomes.map((outcome, index) => ({
      orderId: ids[index] ?? newId(),
      orderNumber: `LS-${index}`,
      externalOrderId: orders[index]?.externalOrderId ?? '',
      externalNumber: null,
      channelName: 'Harbor Shop',
      status: 'placed',
      outcome,
      message: outcome === 'refused' ? 'The order is on hold. Release it first.' : null,
    })),
  }
}

beforeEach(() => {
  answerOrders({ rows: orders })
  answer(orderBatchesApi.fees, { sums: [], orders: 3, estimated: 0 })
})

const box = (number: string) => screen.findByLabelText(`Select order ${number}`)
const bar = () => within(screen.getByRole('region', { name: 'Selected orders' }))

async function selectAll(user: ReturnType<typeof openApp>) {
  await user.click(await screen.findByLabelText('Select all 3 orders shown'))
  await screen.findByRole('region', { name: 'Selected orders' })
}

describe('Amazon’s fees', () => {
  it('are shown before orders are sent, at the chosen speed', async () => {
    const asked = answer(orderBatchesApi.fees, ({ shippingSpeed }) => ({
      sums: [{ amount: shippingSpeed ? '20.00' : '12.40', currency: 'USD' }],
      orders: 3,
      estimated: shippingSpeed ? 3 : 2,
    }))
    const user = openApp('/orders', ops)
    await selectAll(user)
    await user.click(bar().getByRole('button', { name: 'Fulfill' }))
    expect(
      await screen.findByText(
        'Amazon’s fees: about $12.40 for 2 of the 3 orders that can be sent. No estimate for 1: nothing similar was sent in the last 90 days.',
      ),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: 'Shipping speed' }))
    await user.click(await screen.findByRole('option', { name: 'Priority' }))
    expect(await screen.findByText('Amazon’s fees: about $20.00, based on similar orders.')).toBeInTheDocument()
    expect(asked).toEqual([{ orderIds: ids }, { orderIds: ids, shippingSpeed: 'priority' }])
  })

  it('may be unknown, or fail, and the orders can be sent all the same', async () => {
    const user = openApp('/orders', ops)
    await selectAll(user)
    await user.click(bar().getByRole('button', { name: 'Fulfill' }))
    expect(await screen.findByText(/^No estimate of Amazon’s fees/)).toBeInTheDocument()
    await user.keyboard('{Escape}')
    refuse(orderBatchesApi.fees, 409, 'No orders match anymore. Reload the list.')
    await user.click(await box('1045'))
    await user.click(bar().getByRole('button', { name: 'Fulfill' }))
    expect(await screen.findByText('Amazon’s fees could not be estimated.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Send to Amazon' })).toBeEnabled()
  })
})

describe('all orders that match', () => {
  const chooseAll = async (user: ReturnType<typeof openApp>) => {
    await selectAll(user)
    await user.click(await screen.findByRole('button', { name: 'Select all 163 that match' }))
    expect(await screen.findByText('All 163 orders selected')).toBeInTheDocument()
  }

  it('are chosen by one press, and the server gets the filter and not their ids', async () => {
    answerOrders({ rows: orders, total: 163, next: 'after-1043' })
    const user = openApp('/orders?status=placed&from=2026-03-01', ops)
    await chooseAll(user)
    const begun = buildBatch('cancel', ['done', 'waiting'])
    const started = answer(orderBatchesApi.start, begun)
    answer(orderBatchesApi.read, begun)
    await user.click(bar().getByRole('button', { name: 'Cancel orders' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 163 orders?' }))
    await user.type(dialog.getByLabelText(/^Reason/), 'Recalled')
    await user.click(dialog.getByRole('button', { name: 'Cancel orders' }))
    expect(await screen.findByText('Amazon has been asked to cancel it.')).toBeInTheDocument()
    expect(started).toEqual([
      {
        action: 'cancel',
        reason: 'Recalled',
        matching: { filter: { status: 'placed', from: '2026-03-01' }, listedAt: expect.any(String) },
      },
    ])
  })

  it('are tagged: each tag is left alone until it is put on or taken off', async () => {
    const [gift, vip, rush] = ['Gift', 'VIP', 'Rush'].map((name) => ({ id: newId(), name, color: 'gray' as const }))
    if (!gift || !vip || !rush) throw new Error('three tags were built')
    answerOrders({ rows: orders, total: 163, next: 'after-1043', tags: [gift, vip, rush] })
    const user = openApp('/orders?status=placed', ops)
    await chooseAll(user)
    await user.click(bar().getByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag 163 orders' }))
    for (const name of ['Gift', 'VIP', 'Rush']) expect(await dialog.findByLabelText(name)).toBePartiallyChecked()
    await user.click(dialog.getByLabelText('Gift'))
    await user.dblClick(dialog.getByLabelText('VIP'))
    const begun = buildBatch('tag', ['done', 'refused'])
    const started = answer(orderBatchesApi.start, begun)
    answer(orderBatchesApi.read, begun)
    await user.click(dialog.getByRole('button', { name: 'Save tags' }))
    expect(await screen.findByText('1 tagged, 1 refused')).toBeInTheDocument()
    expect(started).toEqual([
      {
        action: 'tag',
        tags: { add: [gift.id], remove: [vip.id] },
        matching: { filter: { status: 'placed' }, listedAt: expect.any(String) },
      },
    ])
  })

  it('are assigned to a person', async () => {
    const people = [{ id: ops.id, name: 'Omar Reyes', role: 'ops' as const }]
    answerOrders({ rows: orders, total: 163, next: 'after-1043', people })
    const user = openApp('/orders', ops)
    await chooseAll(user)
    const begun = buildBatch('assign', ['done'])
    const started = answer(orderBatchesApi.start, begun)
    answer(orderBatchesApi.read, begun)
    await user.click(bar().getByRole('button', { name: 'Assign' }))
    expect(await screen.findByRole('menuitemradio', { name: 'No one' })).not.toBeChecked()
    await user.click(screen.getByRole('menuitem', { name: 'Assign to me' }))
    expect(await screen.findByText('1 assigned')).toBeInTheDocument()
    expect(started).toEqual([
      { action: 'assign', assigneeId: ops.id, matching: { filter: {}, listedAt: expect.any(String) } },
    ])
  })

  it('are no longer all once a single one is left out', async () => {
    answerOrders({ rows: orders, total: 163, next: 'after-1043' })
    const user = openApp('/orders', ops)
    await chooseAll(user)
    await user.click(await box('1044'))
    expect(screen.getByText('2 orders selected')).toBeInTheDocument()
    expect(await box('1045')).toBeChecked()
  })

  it('are exported by the filter', async () => {
    answerOrders({ rows: orders, total: 163, next: 'after-1043' })
    const user = openApp('/orders?status=placed', ops)
    await chooseAll(user)
    await waitFor(() =>
      expect(blockedReason('Packing slips')).toMatch(/^You can print up to 200 packing slips at once/),
    )
    await user.click(bar().getByRole('button', { name: 'Export' }))
    expect(await screen.findByText(/163 selected orders/)).toBeInTheDocument()
  })

  it('are too many beyond a thousand, and are not offered when all are shown', async () => {
    answerOrders({ rows: orders, total: 1_001, next: 'after-1043' })
    const user = openApp('/orders', ops)
    await selectAll(user)
    await waitFor(() =>
      expect(blockedReason('Select all 1,001 that match')).toMatch(/^You can select up to 1,000 orders at once/),
    )
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    answerOrders({ rows: orders })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await screen.findByText('Showing 3 of 3')
    await selectAll(user)
    expect(screen.queryByRole('button', { name: /that match$/ })).not.toBeInTheDocument()
  })
})

describe('the selection', () => {
  it('selects a range with Shift, all shown orders, and none again', async () => {
    const user = openApp('/orders', ops)
    await user.click(await box('1045'))
    await user.keyboard('{Shift>}')
    await user.click(await box('1043'))
    await user.keyboard('{/Shift}')
    expect(await screen.findByText('3 orders selected')).toBeInTheDocument()
    await user.click(await box('1044'))
    expect(screen.getByText('2 orders selected')).toBeInTheDocument()
    expect(screen.getByLabelText(/^Select all/)).toBePartiallyChecked()
    await selectAll(user)
    expect(await box('1044')).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByRole('region', { name: 'Selected orders' })).not.toBeInTheDocument()
  })

  it('is cleared when the filters change', async () => {
    const user = openApp('/orders?status=placed', ops)
    await selectAll(user)
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(await box('1045')).not.toBeChecked()
  })

  it('has one page with a packing slip per order, in the sequence of the list', async () => {
    const user = openApp('/orders', ops)
    await selectAll(user)
    const slips = await screen.findByRole('link', { name: 'Packing slips' })
    expect(slips).toHaveAttribute('href', `/api/orders/packing-slips?orderIds=${encodeURIComponent(ids.join(','))}`)
    expect(slips).toHaveAttribute('target', '_blank')
  })

  it('is not offered to the role Read Only', async () => {
    openApp('/orders', buildCurrentUser({ role: 'readonly' }))
    await screen.findByText('#1045')
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })

  it('blocks actions that no selected order allows, and exports the orders', async () => {
    const user = openApp('/orders', ops)
    await selectAll(user)
    await waitFor(() => expect(blockedReason('Release')).toMatch(/^This isn’t possible for any of these orders/))
    await user.click(bar().getByRole('button', { name: 'Export' }))
    expect(await screen.findByRole('menuitem', { name: 'CSV' })).toHaveAttribute(
      'href',
      `/api/orders/export?${new URLSearchParams({ orderIds: ids.join(','), format: 'csv' })}`,
    )
  })
})

describe('a batch', () => {
  it('starts at once for Acknowledge, shows progress with a result per order, and can be stopped', async () => {
    const batch = buildBatch('acknowledge', ['done', 'refused', 'waiting'])
    const started = answer(orderBatchesApi.start, batch)
    answer(orderBatchesApi.read, batch)
    const user = openApp('/orders', ops)
    await selectAll(user)
    await user.click(bar().getByRole('button', { name: 'Acknowledge' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge orders' }))
    expect(started).toEqual([{ action: 'acknowledge', orderIds: ids }])
    expect(dialog.getByText('2 of 3')).toBeInTheDocument()
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'LS-0 #1045 at Harbor ShopDone',
      'LS-1 #1044 at Harbor ShopRefusedThe order is on hold. Release it first.',
      'LS-2 #1043 at Harbor ShopWaiting',
    ])
    expect(screen.queryByRole('region', { name: 'Selected orders' })).not.toBeInTheDocument()
    const stopped = answer(orderBatchesApi.stop, {
      ...buildBatch('acknowledge', ['done', 'refused', 'refused']),
      id: batch.id,
    })
    await user.click(dialog.getByRole('button', { name: 'Stop' }))
    expect(await dialog.findByText('1 acknowledged, 2 refused')).toBeInTheDocument()
    expect(stopped).toEqual([{ batchId: batch.id }])
    expect(dialog.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  })

  it('starts once on a double click', async () => {
    const batch = buildBatch('acknowledge', ['done', 'done', 'done'])
    const started = answer(orderBatchesApi.start, batch)
    answer(orderBatchesApi.read, batch)
    const user = openApp('/orders', ops)
    await selectAll(user)
    const button = bar().getByRole('button', { name: 'Acknowledge' })
    button.click()
    button.click()
    await screen.findByRole('dialog', { name: 'Acknowledge orders' })
    expect(started).toHaveLength(1)
  })

  it('asks for the shipping speed before Fulfill, and continues when the dialog is closed', async () => {
    const batch = buildBatch('fulfill', ['sending', 'waiting', 'waiting'])
    const started = answer(orderBatchesApi.start, batch)
    answer(orderBatchesApi.read, batch)
    const user = openApp('/orders', ops)
    await selectAll(user)
    await user.click(bar().getByRole('button', { name: 'Fulfill' }))
    await screen.findByRole('dialog', { name: 'Fulfill 3 orders?' })
    await user.click(screen.getByRole('combobox', { name: 'Shipping speed' }))
    await user.click(await screen.findByRole('option', { name: 'Expedited' }))
    await user.click(screen.getByRole('button', { name: 'Send to Amazon' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Fulfill orders' }))
    expect(started).toEqual([{ action: 'fulfill', orderIds: ids, shippingSpeed: 'expedited' }])
    expect(window.location.search).toBe(`?batch=${batch.id}`)
    await user.click(dialog.getByText('Close'))
    await user.click(await screen.findByRole('button', { name: 'Show results' }))
    expect(await screen.findByRole('dialog', { name: 'Fulfill orders' })).toBeInTheDocument()
  })

  it('requires a reason for Hold', async () => {
    const batch = buildBatch('hold', ['done', 'done', 'done'])
    const started = answer(orderBatchesApi.start, batch)
    answer(orderBatchesApi.read, batch)
    const user = openApp('/orders', ops)
    await selectAll(user)
    await user.click(bar().getByRole('button', { name: 'Hold' }))
    await user.click(await screen.findByRole('button', { name: 'Hold orders' }))
    expect(await screen.findByText('Reason is required')).toBeInTheDocument()
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Fraud')
    await user.click(screen.getByRole('button', { name: 'Hold orders' }))
    expect(await screen.findByText('3 put on hold')).toBeInTheDocument()
    expect(started).toEqual([{ action: 'hold', orderIds: ids, reason: 'Fraud' }])
  })

  it('shows why it can’t start, and keeps the selection', async () => {
    refuse(orderBatchesApi.start, 409, 'Another bulk action of yours is still at work.')
    const user = openApp('/orders', ops)
    await selectAll(user)
    await user.click(bar().getByRole('button', { name: 'Acknowledge' }))
    expect(await screen.findByText(/Another bulk action of yours is still at work\./)).toBeInTheDocument()
    await waitFor(() => expect(screen.getByText('3 orders selected')).toBeInTheDocument())
  })
})
