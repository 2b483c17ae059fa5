import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { productsApi } from '#contract/products.ts'
import { type AmazonListing, twoWayApi } from '#contract/two-way.ts'
import { buildCurrentUser, buildProduct, buildSku } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { buildAmazonListing, buildIssue } from '#web/testing/amazon-builders.ts'

const sku = buildSku()
const product = buildProduct({ skus: [sku] })
const reader = buildCurrentUser({ role: 'readonly' })

beforeEach(() => {
  answer(productsApi.list, [])
  answer(productsApi.detail, product)
})

const card = async (name = 'HP-1001') => within(await screen.findByRole('article', { name }))

function open(...listings: AmazonListing[]) {
  const requests = answer(twoWayApi.listings, listings)
  return { user: openApp(`/products?product=${product.id}&tab=skus`, reader), requests }
}

const listing = async (marketplace: string) => {
  const heading = await (await card()).findByText(marketplace)
  return within(heading.closest('li') as HTMLElement)
}

it('the listings show the SKU in each marketplace', async () => {
  open(
    buildAmazonListing({ sentAt: '2026-01-01T00:00:00Z' }),
    buildAmazonListing({ marketplaceId: 'A2EUQ1WTGCTBG2', asin: null, isBuyable: false, fulfilledBy: 'merchant' }),
    buildAmazonListing({ marketplaceId: 'A1AM78C64UM0Y8', isBuyable: false, readAt: null }),
  )
  const here = await listing('United States')
  expect(here.getByText('Buyable')).toBeInTheDocument()
  const facts = { ASIN: 'B0HARBOR01', 'Product type': 'LANTERN', 'Fulfilled by': 'Amazon', 'Last change': / ago$/ }
  for (const [label, value] of Object.entries(facts)) {
    expect(here.getByText(label).nextElementSibling).toHaveTextContent(value)
  }
  const abroad = await listing('Canada')
  expect(abroad.getByText('Not buyable')).toBeInTheDocument()
  expect(abroad.getByText('Fulfilled by').nextElementSibling).toHaveTextContent('You')
  expect(abroad.getByText('Last sent').nextElementSibling).toHaveTextContent('—')
  expect((await listing('Mexico')).getByText('Not listed')).toBeInTheDocument()
})

it('a listing shows Amazon’s issues, the most severe first, and why the last change was refused', async () => {
  open(
    buildAmazonListing({
      sendError: 'The price is above the limit.',
      issues: [
        buildIssue({ code: '100339', severity: 'warning', message: 'Image too small.', attributes: [] }),
        buildIssue(),
      ],
    }),
  )
  const here = await listing('United States')
  const issues = within(here.getByRole('list', { name: 'Issues found by Amazon' })).getAllByRole('listitem')
  expect(issues.map(({ textContent }) => textContent)).toEqual([
    'ErrorBrand is required but not supplied.brand · Amazon code 90220',
    'WarningImage too small.Amazon code 100339',
  ])
  expect(here.getByRole('alert')).toHaveTextContent('Amazon rejected the last changeThe price is above the limit.')
  expect((await card()).getByText('Amazon listing').parentElement).toHaveTextContent('1 error')
})

it('a listing shows the reason of a refused creation once', async () => {
  const { message } = buildIssue()
  open(buildAmazonListing({ sendError: message, issues: [buildIssue({ code: '', attributes: [] })] }))
  const here = await listing('United States')
  expect(here.getByRole('alert')).toHaveTextContent('The reasons are listed below.')
  expect(here.getByText(message).closest('li')).toHaveTextContent(new RegExp(`^Error${message}$`))
})

it('the listings say that there is none', async () => {
  open()
  expect(await (await card()).findByText('Not listed')).toBeInTheDocument()
  expect((await card()).getByText(/the next two-way sync will create a listing\.$/)).toBeInTheDocument()
})

it('the listings show an error when they can’t be loaded', async () => {
  open()
  await (await card()).findByText('Not listed')
  refuse(twoWayApi.listings, 503, 'The database did not answer.')
  FakeEventSource.latest.send('marketplace')
  expect(await (await card()).findByRole('alert')).toHaveTextContent('The listing couldn’t be loaded')
})

it('the listings of one of several SKUs are loaded when unfolded', async () => {
  answer(productsApi.detail, { ...product, skus: [sku, buildSku({ sku: 'HP-1002' })], skuCount: 2 })
  const { user, requests } = open(buildAmazonListing())
  const summary = (await card('HP-1002')).getByText('Amazon listing')
  expect(requests).toEqual([])
  await user.click(summary)
  expect(await (await card('HP-1002')).findByText('Buyable')).toBeInTheDocument()
  expect(requests).toHaveLength(1)
})
