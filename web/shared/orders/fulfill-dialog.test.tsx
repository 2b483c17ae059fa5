import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type OrderDetail, ordersApi } from '#contract/orders.ts'
import { answerOrder } from '#web/testing/open-screen.tsx'
import { buildOrder, buildOrderAttention, buildOrderDetail, buildSpeedPreview } from '#web/testing/order-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { FulfillOrderButton } from './order-dialog-button.tsx'

const order = buildOrderDetail()
const [lantern] = order.items
const previews = [
  buildSpeedPreview(),
  buildSpeedPreview({ shippingSpeed: 'expedited', fee: { amount: '8.40', currency: 'USD' } }),
  buildSpeedPreview({ shippingSpeed: 'priority', isFulfillable: false, problems: ['Too far for this speed.'] }),
]

async function openFulfill(detail: OrderDetail = order) {
  answerOrder(detail)
  const user = await renderPiece(<FulfillOrderButton order={detail} />)
  await user.click(screen.getByLabelText('Fulfill order 1042'))
  await screen.findByText('Units to send')
  return user
}

/** Found by text, which is unique: the open dialog hides the rest of the page. */
const send = () => screen.getByText('Send to Amazon')
const waitForFees = () => screen.findByText('Amazon’s estimate; nothing is reserved yet.')

async function blockedBecause(): Promise<string | null> {
  send().focus()
  return send().getAttribute('aria-disabled') ? (await screen.findByRole('tooltip')).textContent : null
}

describe('the Fulfill dialog', () => {
  it('shows fee and dates of each speed, and sends the order by the one chosen', async () => {
    const requests = answer(ordersApi.preview, previews)
    const sent = answer(ordersApi.fulfill, buildOrder({ transit: 'sending' }))
    const user = await openFulfill()
    await waitForFees()
    expect(requests).toEqual([{ orderId: order.id }])
    const [standard, expedited, priority] = screen.getAllByRole('radio')
    expect(standard).toBeChecked()
    expect(standard?.closest('label')).toHaveTextContent('Standard $5.85Ships by Jan 3, arrives Jan 5 to Jan 7')
    expect(priority).toBeDisabled()
    expect(priority?.closest('label')).toHaveTextContent('Priority Too far for this speed.')
    await user.click(expedited as HTMLElement)
    await user.click(send())
    expect(await screen.findByText('Order LS-10012 is being sent to Amazon')).toBeInTheDocument()
    expect(sent).toEqual([{ orderId: order.id, shippingSpeed: 'expedited', insists: false }])
    await waitFor(() => expect(screen.queryByText('Units to send')).not.toBeInTheDocument())
  })

  it('asks Amazon again for fewer units, and sends just those', async () => {
    const requests = answer(ordersApi.preview, previews)
    const sent = answer(ordersApi.fulfill, buildOrder({ transit: 'sending' }))
    const user = await openFulfill()
    await waitForFees()
    await user.type(screen.getByLabelText('Units of HP-1001'), '1')
    expect(screen.getByText('Getting fees and dates from Amazon…')).toBeInTheDocument()
    await waitForFees()
    const items = [{ orderItemId: lantern?.id, quantity: 1 }]
    expect(requests).toEqual([{ orderId: order.id }, { orderId: order.id, items }])
    await user.click(send())
    await waitFor(() => expect(sent).toEqual([{ orderId: order.id, shippingSpeed: 'standard', insists: false, items }]))
  })

  it('says that it waits for Amazon', async () => {
    neverAnswer(ordersApi.preview)
    await openFulfill()
    expect(screen.getByText('Getting fees and dates from Amazon…')).toBeInTheDocument()
    expect(await blockedBecause()).toBe('Waiting for Amazon’s fees and dates.')
  })

  it('says why there is no preview, asks again, and sends without it', async () => {
    refuse(ordersApi.preview, 503, 'Amazon did not answer in time.')
    const sent = answer(ordersApi.fulfill, buildOrder({ transit: 'sending' }))
    const user = await openFulfill()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Fees and dates couldn’t be loadedAmazon did not answer in time.',
    )
    expect(await blockedBecause()).toBeNull()
    answer(ordersApi.preview, previews)
    await user.click(screen.getByText('Try again'))
    await waitForFees()
    await user.click(send())
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('warns of what needs attention, and requires the override where stock is lacking', async () => {
    answer(ordersApi.preview, previews)
    const sent = answer(ordersApi.fulfill, buildOrder({ transit: 'sending' }))
    const user = await openFulfill({ ...order, attentions: [buildOrderAttention()] })
    await waitForFees()
    expect(screen.getByText('There is 1 unit of HP-1001; the order needs 2.')).toBeInTheDocument()
    expect(await blockedBecause()).toBe('Confirm that you want to send it anyway.')
    await user.click(screen.getByLabelText('Send it even though there doesn’t seem to be enough stock'))
    await user.click(send())
    await waitFor(() => expect(sent).toMatchObject([{ insists: true }]))
  })

  it('offers no override for what Amazon can’t ship at any speed', async () => {
    const refused = { isFulfillable: false, problems: ['Amazon’s warehouses do not have 2 of HP-1001.'] }
    answer(
      ordersApi.preview,
      previews.map((preview) => ({ ...preview, ...refused })),
    )
    await openFulfill({ ...order, attentions: [buildOrderAttention()] })
    await waitForFees()
    expect(await blockedBecause()).toBe('Amazon can’t ship these units at any speed.')
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })

  it('asks again when another reason comes up after the override was ticked', async () => {
    answer(ordersApi.preview, previews)
    const lacking = buildOrderAttention()
    const user = await openFulfill({ ...order, attentions: [lacking] })
    await waitForFees()
    await user.click(screen.getByLabelText('Send it even though there doesn’t seem to be enough stock'))
    refuse(ordersApi.fulfill, 409, 'Amazon is not connected.')
    answerOrder({ ...order, attentions: [lacking, buildOrderAttention({ code: 'cancelled_by_channel' })] })
    await user.click(send())
    expect(await screen.findByLabelText(/and the channel has cancelled it$/)).not.toBeChecked()
    expect(await blockedBecause()).toBe('Confirm that you want to send it anyway.')
  })

  it('does not ask Amazon about an invalid address, and offers to correct it', async () => {
    const requests = answer(ordersApi.preview, previews)
    const user = await openFulfill({ ...order, addressProblems: ['City is required'] })
    expect(await blockedBecause()).toBe('Correct the shipping address first.')
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    await user.click(screen.getByText('Edit address'))
    expect(await screen.findByLabelText('City')).toHaveValue('Seattle')
    expect(screen.queryByText('Save and send')).not.toBeInTheDocument()
    expect(requests).toEqual([])
  })

  it('keeps what was chosen when the server refuses, and then offers the override', async () => {
    answer(ordersApi.preview, previews)
    refuse(ordersApi.fulfill, 409, 'HP-1001 is short of 1 unit.')
    const user = await openFulfill()
    await waitForFees()
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent('HP-1001 is short of 1 unit.')
    expect(screen.getByLabelText('Units of HP-1001')).toHaveValue(2)
    const sent = answer(ordersApi.fulfill, buildOrder({ transit: 'sending' }))
    await user.click(screen.getByLabelText('Send it anyway'))
    await user.click(send())
    await waitFor(() => expect(sent).toMatchObject([{ insists: true }]))
  })
})
