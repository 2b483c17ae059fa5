import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type OrderTag, orderTagsApi } from '#contract/order-tags.ts'
import { waitingApi } from '#contract/order-row.ts'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { buildOrder, buildOrderDetail } from '#web/testing/order-builders.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const readOnly = buildCurrentUser({ role: 'readonly' })
const gift: OrderTag = { id: newId(), name: 'Gift', color: 'teal' }
const vip: OrderTag = { id: newId(), name: 'VIP', color: 'red' }

describe('the tags of an order', () => {
  it('are on its card and in its drawer, where they are changed; a new tag is chosen at once', async () => {
    const detail = buildOrderDetail({ tags: [gift] })
    answer(ordersApi.detail, detail)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [detail], tags: [gift, vip] })
    const user = openApp('/orders', ops)
    const card = (await screen.findByText('#1042')).closest('section')
    expect(within(card ?? document.body).getByText('Gift')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^View order/ }))
    await user.click(await screen.findByRole('button', { name: 'Edit tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags for order LS-10012' }))
    expect(await dialog.findByLabelText('Gift')).toBeChecked()
    await user.click(dialog.getByLabelText('Gift'))
    refuse(orderTagsApi.create, 409, 'There is a tag with this name already.', [
      { field: 'name', message: 'There is a tag with this name already' },
    ])
    await user.type(dialog.getByLabelText('Tag name'), 'vip')
    await user.click(dialog.getByRole('button', { name: 'Add tag' }))
    expect(await dialog.findByText('There is a tag with this name already')).toBeInTheDocument()
    const created: OrderTag = { id: newId(), name: 'Call first', color: 'blue' }
    const asked = answer(orderTagsApi.create, created)
    await user.clear(dialog.getByLabelText('Tag name'))
    await user.type(dialog.getByLabelText('Tag name'), 'Call first')
    await user.click(dialog.getByRole('button', { name: 'Add tag' }))
    expect(await dialog.findByLabelText('Call first')).toBeChecked()
    expect(asked).toEqual([{ name: 'Call first', color: 'blue' }])
    const changes = answer(orderTagsApi.tagOrders, { changed: 1, full: [] })
    await user.click(dialog.getByRole('button', { name: 'Save tags' }))
    expect(await screen.findByText('1 order changed')).toBeInTheDocument()
    expect(changes).toEqual([{ orderIds: [detail.id], add: [created.id], remove: [gift.id] }])
  })

  it('can be seen and not changed by the role Read Only', async () => {
    const detail = buildOrderDetail({ tags: [gift] })
    answer(ordersApi.detail, detail)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [detail], tags: [gift] })
    openApp(`/orders?order=${detail.id}`, readOnly)
    await screen.findByRole('button', { name: 'Edit tags' })
    await waitFor(() => expect(blockedReason('Edit tags')).toMatch(/Operations and Admin can change orders\.$/))
  })
})

describe('the tags of selected orders', () => {
  it('are half checked where only some have them, and stay so unless clicked', async () => {
    const orders = [buildOrder({ externalOrderId: '1', tags: [gift] }), buildOrder({ externalOrderId: '2', tags: [] })]
    answerOrders({ rows: orders, tags: [gift, vip] })
    const user = openApp('/orders', ops)
    await user.click(await screen.findByLabelText('Select all 2 orders shown'))
    const bar = within(await screen.findByRole('region', { name: 'Selected orders' }))
    await user.click(bar.getByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag 2 orders' }))
    expect(await dialog.findByLabelText('Gift')).toBePartiallyChecked()
    await user.click(dialog.getByLabelText('VIP'))
    const changes = answer(orderTagsApi.tagOrders, { changed: 1, full: ['LS-10012'] })
    await user.click(dialog.getByRole('button', { name: 'Save tags' }))
    expect(
      await screen.findByText('1 order changed. LS-10012 would exceed 10 tags, so none were added there.'),
    ).toBeInTheDocument()
    expect(changes).toEqual([{ orderIds: orders.map(({ id }) => id), add: [vip.id], remove: [] }])
  })
})

it('orders are filtered by a tag, which is a part of the view', async () => {
  const requests = answerOrders({ rows: [buildOrder()], tags: [gift, vip] })
  const user = openApp('/orders', ops)
  await user.click(await screen.findByRole('combobox', { name: 'Tag' }))
  await user.click(await screen.findByRole('option', { name: 'VIP' }))
  await waitFor(() => expect(requests.at(-1)).toEqual({ limit: '48', tagId: vip.id }))
  expect(window.location.search).toBe(`?tagId=${vip.id}`)
})

describe('the list of tags', () => {
  async function openTags() {
    answerOrders({ rows: [buildOrder()], tags: [gift, vip] })
    answer(orderTagsApi.counts, [{ tagId: gift.id, orders: 12 }])
    const user = openApp('/orders', ops)
    await user.click(await screen.findByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
    expect(await dialog.findByText('12 orders')).toBeInTheDocument()
    expect(dialog.getByText('0 orders')).toBeInTheDocument()
    return { user, dialog }
  }

  it('renames a tag', async () => {
    const { user, dialog } = await openTags()
    const updated = answer(orderTagsApi.update, { ...gift, name: 'Present' })
    await user.click(dialog.getByRole('button', { name: 'Edit Gift' }))
    const [name] = dialog.getAllByLabelText('Tag name')
    if (!name) throw new Error('there is no field')
    await user.clear(name)
    await user.type(name, 'Present')
    await user.click(dialog.getByRole('button', { name: 'Save tag' }))
    expect(await screen.findByText('All orders with this tag now show Present')).toBeInTheDocument()
    expect(updated).toEqual([{ tagId: gift.id, name: 'Present', color: 'teal' }])
  })

  it('merges a tag into another once that is chosen', async () => {
    const { user, dialog } = await openTags()
    const merged = answer(orderTagsApi.merge, vip)
    await user.click(dialog.getByRole('button', { name: 'Merge Gift' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Merge Gift into another tag?' }))
    await waitFor(() => expect(blockedReason('Merge tags')).toBe('Choose the tag to keep.'))
    await user.click(question.getByRole('combobox', { name: 'Tag to keep' }))
    await user.click(await screen.findByRole('option', { name: 'VIP' }))
    await user.click(question.getByRole('button', { name: 'Merge tags' }))
    expect(await screen.findByText('The orders are tagged VIP')).toBeInTheDocument()
    expect(merged).toEqual([{ tagId: gift.id, intoTagId: vip.id }])
  })

  it('says of how many orders a tag is taken off before it is deleted', async () => {
    const { user, dialog } = await openTags()
    const removed = answer(orderTagsApi.remove, { id: gift.id })
    await user.click(dialog.getByRole('button', { name: 'Delete Gift' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete the tag Gift?' }))
    expect(question.getByText(/It will be removed from 12 orders\./)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Delete tag' }))
    expect(await screen.findByText('Removed from all orders')).toBeInTheDocument()
    expect(removed).toEqual([{ tagId: gift.id }])
  })
})
