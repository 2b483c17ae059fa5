import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { marketplaceApi } from '#contract/marketplace.ts'
import { observeApi } from '#contract/observe.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildAccount } from '#web/testing/amazon-builders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const authorizationUrl = 'https://sellercentral.example/apps/authorize/consent?state=s1'
const operator = buildCurrentUser()

beforeEach(() => answerAmazon())
afterEach(() => vi.restoreAllMocks())

/** Lets the browser open a tab, or block it. */
function letOpen({ isBlocked = false } = {}) {
  const tab = {
    document: { title: '' },
    opener: window,
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  }
  const opened = vi.spyOn(window, 'open').mockReturnValue(isBlocked ? null : (tab as unknown as Window))
  return { tab, opened }
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'New Connection' }))
const connectButton = async () => (await dialog()).getByRole('button', { name: 'Connect to Amazon' })

async function openDialog() {
  const user = openApp('/amazon-connection', operator)
  await user.click(await screen.findByRole('button', { name: 'New Connection' }))
  return user
}

async function choose(user: Awaited<ReturnType<typeof openDialog>>, label: string, option: string) {
  await user.click((await dialog()).getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

async function connect() {
  const user = await openDialog()
  await user.type((await dialog()).getByLabelText('Integration name'), 'Harbor US')
  await user.click(await connectButton())
  return user
}

describe('the form', () => {
  it('needs a name', async () => {
    const user = await openDialog()
    expect(await connectButton()).toBeDisabled()
    await user.type((await dialog()).getByLabelText('Integration name'), '   ')
    expect(await connectButton()).toBeDisabled()
    await user.type((await dialog()).getByLabelText('Integration name'), 'Harbor')
    expect(await connectButton()).toBeEnabled()
  })

  it('offers the three regions', async () => {
    const user = await openDialog()
    const region = (await dialog()).getByRole('combobox', { name: 'Marketplace region' })
    expect(region).toHaveTextContent('North America (US)')
    await user.click(region)
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'North America (US)',
      'Europe (EU)',
      'Far East (FE)',
    ])
  })

  it('asks for the country in the Far East, where China can’t be had', async () => {
    letOpen()
    const requests = answer(marketplaceApi.initiate, { authorizationUrl })
    const user = await openDialog()
    await user.type((await dialog()).getByLabelText('Integration name'), 'Harbor Down Under')
    expect((await dialog()).queryByRole('combobox', { name: 'Country' })).not.toBeInTheDocument()
    await choose(user, 'Marketplace region', 'Far East (FE)')
    expect(
      (await dialog()).getByText(/Amazon doesn’t offer API access to its China marketplace\.$/),
    ).toBeInTheDocument()
    await user.click((await dialog()).getByRole('combobox', { name: 'Country' }))
    expect(await screen.findByRole('option', { name: 'China (not available)' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await user.click(screen.getByRole('option', { name: 'Australia' }))
    await user.click(await connectButton())
    await waitFor(() =>
      expect(requests).toEqual([
        {
          companyId: operator.companyId,
          integrationName: 'Harbor Down Under',
          region: 'fe',
          marketplaceId: 'A39IBJ37TRP1C6',
        },
      ]),
    )
  })
})

describe('the way to Amazon', () => {
  it('opens in a new tab without access to this one (no opener)', async () => {
    const { tab, opened } = letOpen()
    const requests = answer(marketplaceApi.initiate, { authorizationUrl })
    await connect()
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(authorizationUrl))
    expect(opened).toHaveBeenCalledExactlyOnceWith('', '_blank')
    expect(tab.opener).toBeNull()
    expect(requests).toEqual([{ companyId: operator.companyId, integrationName: 'Harbor US', region: 'us' }])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByText('Continue on Amazon')).toBeInTheDocument()
  })

  it('opens the tab before the response arrives, so that no browser blocks it', async () => {
    const { opened, tab } = letOpen()
    neverAnswer(marketplaceApi.initiate)
    await connect()
    expect(opened).toHaveBeenCalledOnce()
    expect(tab.location.replace).not.toHaveBeenCalled()
    expect(await connectButton()).toHaveAttribute('aria-busy', 'true')
  })

  it('is a link where the browser blocked the tab', async () => {
    letOpen({ isBlocked: true })
    answer(marketplaceApi.initiate, { authorizationUrl })
    const user = await connect()
    expect(await screen.findByText('Your browser blocked the new tab')).toBeInTheDocument()
    const link = screen.getByRole('link', { name: 'Open Amazon' })
    expect(link).toHaveAttribute('href', authorizationUrl)
    expect(link).toHaveAttribute('target', '_blank')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(link).not.toBeInTheDocument()
  })

  it('is no longer offered once the account is authorized', async () => {
    letOpen()
    answer(marketplaceApi.initiate, { authorizationUrl })
    await connect()
    expect(await screen.findByText('Continue on Amazon')).toBeInTheDocument()
    answerAmazon({ accounts: [buildAccount()] })
    FakeEventSource.latest.send('marketplace')
    expect(await screen.findByRole('heading', { name: /^Harbor US/ })).toBeInTheDocument()
    expect(screen.queryByText('Continue on Amazon')).not.toBeInTheDocument()
  })

  it('is not offered again when the account is disconnected', async () => {
    letOpen()
    answer(marketplaceApi.initiate, { authorizationUrl })
    await connect()
    answerAmazon({ accounts: [buildAccount()] })
    FakeEventSource.latest.send('marketplace')
    expect(await screen.findByRole('heading', { name: /^Harbor US/ })).toBeInTheDocument()
    answerAmazon({ accounts: [] })
    FakeEventSource.latest.send('marketplace')
    expect(await screen.findByText(/^No Amazon account is connected yet/)).toBeInTheDocument()
    expect(screen.queryByText('Continue on Amazon')).not.toBeInTheDocument()
  })

  it('closes the tab again when the server says no, and says why', async () => {
    const { tab } = letOpen()
    refuse(marketplaceApi.initiate, 409, 'Amazon is not set up on this server.')
    await connect()
    const alert = await (await dialog()).findByRole('alert')
    expect(alert).toHaveTextContent('Failed to initiate connection. Please try again.')
    expect(alert).toHaveTextContent('Amazon is not set up on this server.')
    expect(tab.close).toHaveBeenCalledOnce()
    expect(tab.location.replace).not.toHaveBeenCalled()
  })
})

describe('the first account', () => {
  const openFirst = async (role: 'admin' | 'ops') => {
    answer(marketplaceApi.accounts, [])
    const user = openApp('/amazon-connection', buildCurrentUser({ role }))
    await user.click(await screen.findByRole('button', { name: 'New Connection' }))
    return user
  }

  it('can be connected observing first, so that nothing is ever sent before', async () => {
    letOpen()
    const switched = answer(observeApi.switchMode, { observingSince: '2026-03-02T10:00:00Z', goingLive: nothingStarts })
    const requests = answer(marketplaceApi.initiate, () => {
      expect(switched).toEqual([{ isObserving: true }])
      return { authorizationUrl }
    })
    const user = await openFirst('admin')
    await user.type((await dialog()).getByLabelText('Integration name'), 'Harbor US')
    await user.click(await (await dialog()).findByRole('checkbox', { name: 'Observe first' }))
    await user.click(await connectButton())
    await waitFor(() => expect(requests).toHaveLength(1))
  })

  it('leaves the choice to admins', async () => {
    await openFirst('ops')
    expect((await dialog()).queryByRole('checkbox', { name: 'Observe first' })).not.toBeInTheDocument()
  })
})

const nothingStarts = { ordersToSend: 0, ordersLeft: 0, channelsToTell: 0, accountsToSend: 0 }
