import { expect, it } from 'vitest'
import { ordersApi } from '#contract/orders.ts'
import { drawerOf } from '#web/testing/open-screen.tsx'
import { buildOrder } from '#web/testing/order-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { neverAnswer, refuse } from '#web/testing/server.ts'
import { LinkedOrderDrawer } from './orders-page.tsx'

it('the drawer shows the row of the list until the order has loaded', async () => {
  const row = buildOrder({ externalOrderId: '1042' })
  neverAnswer(ordersApi.detail)
  await renderPiece(<LinkedOrderDrawer orders={[buildOrder(), row]} />, { path: `/orders?order=${row.id}` })
  const drawer = await drawerOf(`Order ${row.orderNumber} · #1042 at Harbor Shop`)
  expect(drawer.getByText('1042')).toBeInTheDocument()
  expect(drawer.queryByText('Shipping speed')).not.toBeInTheDocument()
  expect(drawer.getByText('Loading...')).toBeInTheDocument()
})

it('the drawer keeps the row of the list when the order can’t be loaded', async () => {
  const row = buildOrder({ externalOrderId: '1042' })
  refuse(ordersApi.detail, 422, 'No.')
  await renderPiece(<LinkedOrderDrawer orders={[row]} />, { path: `/orders?order=${row.id}` })
  const drawer = await drawerOf(`Order ${row.orderNumber} · #1042 at Harbor Shop`)
  expect(await drawer.findByText('The order couldn’t be loaded')).toBeInTheDocument()
  expect(drawer.getByText('1042')).toBeInTheDocument()
})
