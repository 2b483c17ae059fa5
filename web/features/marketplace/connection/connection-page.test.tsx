import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { marketplaceApi } from '#contract/marketplace.ts'
import { connectionFailures } from '#contract/marketplace-values.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildAccount } from '#web/testing/amazon-builders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { failureMessages } from './connection-page.tsx'

const account = buildAccount()
const operator = buildCurrentUser()

beforeEach(() => answerAmazon({ accounts: [account] }))

const open = (query = '') => openApp(`/amazon-connection${query}`, operator)
const card = async () => within(await screen.findByRole('region', { name: 'Connected accounts' }))
const item = async (name = 'Harbor US') => {
  const heading = await (await card()).findByRole('heading', { name: new RegExp(`^${name}`) })
  return within(heading.closest('li') as HTMLElement)
}
const fact = async (label: string) =>
  (await item()).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

describe('the banner', () => {
  const success = 'Successfully connected to Amazon! Your inventory will begin syncing shortly.'
  const failure = 'Failed to connect to Amazon. Please try again or contact support.'

  it('reports success', async () => {
    open('?status=success')
    expect((await screen.findByText(success)).closest('[role=status]')).toBeInTheDocument()
    expect(screen.queryByText(failure)).not.toBeInTheDocument()
  })

  it('fetches the accounts again after success', async () => {
    const user = open()
    await item()
    const requests = answer(marketplaceApi.accounts, [account])
    window.history.pushState(null, '', '/amazon-connection?status=success')
    await screen.findByText(success)
    await waitFor(() => expect(requests).toEqual([{ companyId: operator.companyId }]))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(success)).not.toBeInTheDocument()
    expect(window.location.search).toBe('')
  })

  it('reports each failure, with its reason', async () => {
    open('?status=error&reason=denied')
    for (const reason of connectionFailures) {
      window.history.replaceState(null, '', `/amazon-connection?status=error&reason=${reason}`)
      const sentence = await screen.findByText(failureMessages[reason])
      expect(sentence.closest('[role=alert]')).toHaveTextContent(failure)
    }
  })

  it('can be dismissed, which keeps the other parameters of the address', async () => {
    const user = open('?status=error&reason=state&from=mail')
    expect(await screen.findByText(failure)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(failure)).not.toBeInTheDocument()
    expect(window.location.search).toBe('?from=mail')
  })

  it('ignores an unknown reason', async () => {
    open('?status=error&reason=%3Cb%3E')
    expect((await screen.findByText(failure)).closest('[role=alert]')).toHaveTextContent(failure)
    expect(screen.getByText(failure).parentElement?.children).toHaveLength(1)
  })

  it('is not there without a status', async () => {
    open('?status=maybe')
    await item()
    expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
  })
})

describe('the accounts', () => {
  it('show all known facts', async () => {
    open()
    expect((await item()).getByText('Active')).toBeInTheDocument()
    expect(await fact('Region')).toBe('North America (US)')
    expect(await fact('Seller ID')).toBe('A2HARBORPINE01')
    expect(await fact('Marketplaces')).toBe('United States, Canada')
    expect(await fact('Authorized')).toMatch(/ ago$/)
    expect(await fact('Last synced')).toMatch(/ ago$/)
  })

  it('warn where another company counts the same stock, without its name', async () => {
    answerAmazon({ accounts: [buildAccount({ sharedMarketplaceIds: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'] })] })
    open()
    const warning = (await item()).getByText('Another company is also connected to Harbor US').closest('[role]')
    expect(warning).toHaveTextContent('Both count the same stock in United States and Canada')
  })

  it('show an unknown marketplace by its id, and say what never happened', async () => {
    answerAmazon({ accounts: [buildAccount({ marketplaceIds: ['A1NEW'], lastSyncedAt: null })] })
    open()
    expect(await fact('Marketplaces')).toBe('A1NEW')
    expect(await fact('Last synced')).toBe('Never')
  })

  it('copy their seller ID', async () => {
    const user = open()
    await user.click((await item()).getByRole('button', { name: 'Copy seller ID A2HARBORPINE01' }))
    expect(await navigator.clipboard.readText()).toBe('A2HARBORPINE01')
  })

  it('say why Amazon refuses them, and offer to authorize again', async () => {
    const refused = buildAccount({ isActive: false, authorizationError: 'The seller withdrew the permission.' })
    answerAmazon({ accounts: [refused] })
    open()
    expect((await item()).getByText('Inactive')).toBeInTheDocument()
    expect((await item()).getByRole('alert')).toHaveTextContent('The seller withdrew the permission.')
    expect((await item()).getByRole('button', { name: 'Authorize again: Harbor US' })).toBeInTheDocument()
  })

  it('say when they are not authorized yet, and offer it', async () => {
    answerAmazon({ accounts: [buildAccount({ isActive: false, authorizedAt: null, lastSyncedAt: null })] })
    open()
    expect(await fact('Authorized')).toBe('Not yet')
    expect((await item()).getByRole('button', { name: 'Authorize with Amazon: Harbor US' })).toBeInTheDocument()
  })

  it('appear when the consent was given in another tab', async () => {
    answerAmazon()
    open()
    expect(await screen.findByText(/^No Amazon account is connected yet\./)).toBeInTheDocument()
    answerAmazon({ accounts: [account] })
    FakeEventSource.latest.send('marketplace')
    await item()
  })

  it('show a spinner while they load', async () => {
    neverAnswer(marketplaceApi.accounts)
    open()
    expect((await card()).getByRole('status')).toHaveTextContent('Loading...')
  })

  it('show the reason when they can’t be loaded, and load on retry', async () => {
    refuse(marketplaceApi.accounts, 503, 'The database did not answer.')
    const user = open()
    expect(await (await card()).findByRole('alert')).toHaveTextContent('The accounts couldn’t be loaded')
    answer(marketplaceApi.accounts, [account])
    await user.click((await card()).getByRole('button', { name: 'Try again' }))
    await item()
  })
})

describe('Disconnect', () => {
  const ask = async () => {
    const user = open()
    await user.click((await item()).getByRole('button', { name: 'Disconnect Harbor US' }))
    return { user, dialog: within(await screen.findByRole('alertdialog', { name: 'Disconnect Harbor US?' })) }
  }

  it('says what stops and what stays, then disconnects', async () => {
    const disconnected = answer(marketplaceApi.disconnect, { id: account.id })
    const { user, dialog } = await ask()
    expect(dialog.getByText(/^Syncing will stop/)).toBeInTheDocument()
    expect(dialog.getByText(/^Products, SKUs and stock history stay\./)).toBeInTheDocument()
    answer(marketplaceApi.accounts, [])
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText('Account Disconnected')).toBeInTheDocument()
    expect(await screen.findByText(/^No Amazon account is connected yet\./)).toBeInTheDocument()
    expect(disconnected).toEqual([{ id: account.id }])
  })

  it('does nothing when cancelled', async () => {
    const disconnected = answer(marketplaceApi.disconnect, { id: account.id })
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(disconnected).toEqual([])
  })

  it('stays open with the server’s message when it fails', async () => {
    refuse(marketplaceApi.disconnect, 404, 'This account is no longer connected.')
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('This account is no longer connected.')
  })
})

describe('somebody who may only read', () => {
  it('sees the accounts and can change none', async () => {
    openApp('/amazon-connection', buildCurrentUser({ role: 'readonly' }))
    expect((await item()).getByRole('button', { name: 'Disconnect Harbor US' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    const connect = screen.getByRole('button', { name: 'New Connection' })
    expect(connect).toHaveAttribute('aria-disabled', 'true')
    connect.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'Your role is Read Only. Operations and Admin can connect Amazon accounts.',
    )
  })
})

it('tells how to connect, and leads to the status', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Marketplace Connect' })).toBeInTheDocument()
  const steps = within(screen.getByRole('region', { name: 'How to connect' })).getAllByRole('listitem')
  expect(steps).toHaveLength(4)
  expect(screen.getByRole('link', { name: 'Amazon Integration' })).toHaveAttribute('href', '/amazon')
})
