import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { buildOrder } from '#web/testing/order-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()

const buildView = (overrides: Partial<SavedView> = {}): SavedView => ({
  id: newId(),
  name: 'On hold',
  filters: { status: 'placed', flag: 'held' },
  isShared: false,
  isOwn: true,
  ownerName: 'Omar Reyes',
  ...overrides,
})

const own = buildView()
const colleagues = buildView({ name: 'Shipped', filters: { status: 'shipped' }, isOwn: false, ownerName: 'Mia Chen' })

async function openViews(path: string, views: SavedView[], user = ops) {
  const requests = answerOrders({ rows: [buildOrder()], views })
  const userActions = openApp(path, user)
  await screen.findByText('#1042')
  await userActions.click(screen.getByRole('button', { name: /^(Saved views|View:)/ }))
  return { user: userActions, requests }
}

it('a chosen view sets its filters and is marked as active', async () => {
  const { user, requests } = await openViews('/orders#search=ana', [own, colleagues])
  await user.click(await screen.findByRole('menuitemradio', { name: /^On hold/ }))
  const button = await screen.findByRole('button', { name: 'View: On hold' })
  expect(window.location.search + window.location.hash).toBe('?status=placed&flag=held')
  expect(requests.at(-1)).toEqual({ limit: '48', status: 'placed', flag: 'held' })
  await user.click(button)
  expect(screen.getByRole('menuitemradio', { name: /^On hold/ })).toBeChecked()
  expect(screen.getByRole('menuitemradio', { name: 'Shipped by Mia Chen' })).not.toBeChecked()
})

it('the active filters are saved under a name, shared or not', async () => {
  const { user } = await openViews('/orders?status=shipped', [own])
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  expect(await screen.findByText('Shows orders matching the status Shipped.')).toBeInTheDocument()
  refuse(savedViewsApi.create, 409, 'You have a view of that name already.')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Shipped')
  await user.click(screen.getByRole('switch', { name: 'Share with colleagues' }))
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  expect(await screen.findByText('You have a view of that name already.')).toBeInTheDocument()
  const saved = buildView({ name: 'Shipped', filters: { status: 'shipped' }, isShared: true })
  const created = answer(savedViewsApi.create, saved)
  answer(savedViewsApi.list, [own, saved])
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  expect(await screen.findByRole('button', { name: 'View: Shipped' })).toHaveFocus()
  expect(created).toEqual([{ name: 'Shipped', isShared: true, filters: { status: 'shipped' } }])
})

it('users rename and delete their own view', async () => {
  const { user } = await openViews('/orders?status=placed&flag=held', [own])
  await user.click(await screen.findByRole('menuitem', { name: 'Rename or share…' }))
  const renamed = answer(savedViewsApi.update, { ...own, name: 'Waiting' })
  answer(savedViewsApi.list, [{ ...own, name: 'Waiting' }])
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Waiting')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'View: Waiting' }))
  expect(renamed).toEqual([{ viewId: own.id, name: 'Waiting', isShared: false }])
  const removed = answer(savedViewsApi.remove, { id: own.id })
  answer(savedViewsApi.list, [])
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete view' }))
  expect(await screen.findByRole('button', { name: 'Saved views' })).toBeInTheDocument()
  expect(removed).toEqual([{ viewId: own.id }])
})

it('a colleague’s view can be changed by its owner only', async () => {
  await openViews('/orders?status=shipped', [colleagues])
  expect(await screen.findByText('Only Mia Chen can change this view')).toBeInTheDocument()
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
})

it('the role Read Only can choose a view and cannot save one', async () => {
  await openViews('/orders?status=placed', [colleagues], buildCurrentUser({ role: 'readonly' }))
  expect(await screen.findByText('Operations and Admin can save views')).toBeInTheDocument()
  expect(screen.getByRole('menuitemradio')).toBeInTheDocument()
})
