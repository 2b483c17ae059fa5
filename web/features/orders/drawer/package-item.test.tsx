import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Package } from '#contract/fulfillment.ts'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildOrder, buildOrderDetail, buildPackage } from '#web/testing/order-builders.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { answer } from '#web/testing/server.ts'
import { PackageItem } from './package-item.tsx'

const order = buildOrderDetail()

const show = (parcel: Package, user = buildCurrentUser()) =>
  renderPiece(
    <ul>
      <PackageItem parcel={parcel} order={order} isOwn />
    </ul>,
    { user },
  )

const underway = buildPackage({ trackingNumber: '9400', carrierStatus: null })

describe('a parcel of one’s own', () => {
  it('is marked as delivered with one click, and Undo in the toast takes that back', async () => {
    const user = await show(underway)
    expect(screen.getByText(/After 30 days, it’s assumed delivered\.$/)).toBeInTheDocument()
    const delivered = answer(ordersApi.markDelivered, buildOrder())
    const takenBack = answer(ordersApi.markNotDelivered, buildOrder())
    await user.click(screen.getByRole('button', { name: 'Mark delivered: 9400' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(takenBack).toEqual([{ orderId: order.id, packageId: underway.id }]))
    expect(delivered).toEqual(takenBack)
  })

  it('says that it was assumed delivered, which can be taken back', async () => {
    const assumed = { ...underway, deliveredAt: '2026-02-01T00:00:00Z', deliverySource: 'assumed' } as const
    const user = await show(assumed)
    expect(screen.getByText('Assumed delivered')).toBeInTheDocument()
    expect(screen.queryByText(/it’s assumed delivered/)).not.toBeInTheDocument()
    const takenBack = answer(ordersApi.markNotDelivered, buildOrder())
    await user.click(screen.getByRole('button', { name: 'Mark undelivered: 9400' }))
    await waitFor(() => expect(takenBack).toHaveLength(1))
  })

  it('is for Read Only as it is', async () => {
    await show(underway, buildCurrentUser({ role: 'readonly' }))
    await waitFor(() => expect(blockedReason('Mark delivered: 9400')).toMatch(/can change orders\.$/))
  })
})
