import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { LandingPage, providerUrl } from './landing-page.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('leads to the sign-in from the header and from the hero', () => {
  render(<LandingPage />)
  expect(screen.getByRole('link', { name: 'Admin Access' })).toHaveAttribute('href', '/api/login')
  expect(screen.getByRole('link', { name: 'Admin Dashboard Access' })).toHaveAttribute('href', '/api/login')
})

test('scrolls to the features and moves the focus there', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  render(<LandingPage />)
  await userEvent.click(screen.getByRole('button', { name: 'Explore Features' }))
  expect(scrollIntoView.mock.contexts[0]).toHaveAttribute('id', 'features')
  expect(within(featuresSection()).getByRole('heading', { level: 2 })).toHaveFocus()
})

test('has the four stat tiles', () => {
  render(<LandingPage />)
  const tiles = within(screen.getByRole('region', { name: 'At a glance' })).getAllByRole('listitem')
  expect(tiles.map((tile) => tile.textContent)).toEqual([
    'Real-time inventory sync',
    'Multi-channel support',
    '30 min auto-sync interval',
    '24/7 automated processing',
  ])
})

test('advertises seven features', () => {
  render(<LandingPage />)
  const titles = within(featuresSection()).getAllByRole('heading', { level: 3 })
  expect(titles.map((title) => title.textContent)).toEqual([
    'Two-way sync',
    'Promotions engine',
    'Multi-channel orders',
    'Amazon MCF fulfillment',
    'SMS and email alerts',
    'Selling-partner API coverage',
    'Bulk operations',
  ])
  for (const rule of [
    'Promo codes',
    'Automatic discounts',
    'Minimum order requirements',
    'Channel-specific campaigns',
    'Usage tracking',
  ])
    expect(within(featuresSection()).getByText(rule)).toBeVisible()
})

test('names the price and sends sales questions to the provider in a new tab', () => {
  render(<LandingPage />)
  const pricing = screen.getByRole('region', { name: 'One plan, two prices' })
  expect(pricing).toHaveTextContent('$495 per month')
  expect(pricing).toHaveTextContent('$1,500 one-time setup')
  const contact = within(pricing).getByRole('link', { name: /^Contact Sales/ })
  expect(contact).toHaveAttribute('href', providerUrl)
  expect(contact).toHaveAttribute('target', '_blank')
  expect(contact).toHaveAttribute('rel', expect.stringContaining('noopener'))
})

test('speaks to sellers and to vendors and lists its technology', () => {
  render(<LandingPage />)
  expect(screen.getByRole('heading', { name: 'For sellers' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'For vendors' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Built on proven technology' })).toHaveTextContent('PostgreSQL')
})

test('has one main, one h1, and named navigation', () => {
  render(<LandingPage />)
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute(
    'href',
    `#${screen.getByRole('main').id}`,
  )
})

test('plays the stock example, and stops when asked', () => {
  vi.useFakeTimers()
  render(<LandingPage />)
  const board = screen.getByRole('figure')
  const opening = board.textContent
  passTime(4000)
  const next = board.textContent
  expect(next).not.toBe(opening)
  act(() => screen.getByRole('button', { name: 'Pause example' }).click())
  passTime(8000)
  expect(board).toHaveTextContent(next)
})

test('shows the product in the theme that is chosen, and gives each picture its room before it arrives', async () => {
  document.documentElement.dataset['theme'] = 'dark'
  onTestFinished(() => void delete document.documentElement.dataset['theme'])
  render(<LandingPage />)
  const [first, ...others] = screen.getAllByRole('img')
  expect(first).toHaveAccessibleName(/^The dashboard/)
  expect(first).toHaveAttribute('src', expect.stringContaining('dashboard-dark'))
  expect(first).toHaveAttribute('loading', 'eager')
  expect(others.map((picture) => picture.getAttribute('loading'))).toEqual(['lazy', 'lazy'])
  for (const picture of [first, ...others]) expect(picture).toHaveAttribute('width')
  await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
  await waitFor(() => expect(first).toHaveAttribute('src', expect.stringContaining('dashboard-light')))
})

test('stands still for people who ask for less motion', () => {
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  render(<LandingPage />)
  const board = screen.getByRole('figure')
  const opening = board.textContent
  passTime(8000)
  expect(board).toHaveTextContent(opening)
})

function featuresSection() {
  return screen.getByRole('region', { name: 'Everything between the sale and the package' })
}

function passTime(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
