import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { promotionState, promotionStates } from '#contract/promotion-state.ts'
import { PromotionRow } from '#contract/promotions.ts'
import { createTestApp, manualClock, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildPromotion } from '#server/testing/promotions.ts'

const clock = manualClock()
const now = clock.now()

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let reader: Browser

beforeAll(async () => {
  server = await createTestApp({ clock })
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  reader = await server.as('readonly', companyId)
})
afterAll(() => server.close())

const build = (given: Parameters<typeof buildPromotion>[2]) => buildPromotion(server.deps.db, companyId, given)

it('the list has the newest first and pages through all promotions, those with equal times included', async () => {
  const createdAt = new Date('2026-01-01T00:00:00Z')
  for (let n = 0; n < 7; n++) await build({ title: `Paged ${n}`, ...(n < 5 ? { createdAt } : {}) })
  await buildPromotion(server.deps.db, (await buildCompany(server.deps.db)).id)
  const pages = await readAllPages(reader, '/api/promotions?limit=3', PromotionRow)
  expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
    [3, 7],
    [3, 7],
    [1, 7],
  ])
  expect(pages.flatMap(({ rows }) => rows).map(({ title }) => title)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((n) => `Paged ${n}`),
  )
})

it.each([
  ['fall', ['Fall “100%” sale']],
  ['FALL', ['Fall “100%” sale']],
  ['0%', ['Fall “100%” sale']],
  ['%', ['Fall “100%” sale', `O'Neill\\Sons`]],
  ['_', ['Under_score']],
  ['\\', [`O'Neill\\Sons`]],
  [`o'neill`, [`O'Neill\\Sons`]],
  ['“', ['Fall “100%” sale']],
  ['five', [`O'Neill\\Sons`]],
  ['5%o', [`O'Neill\\Sons`]],
  ['sale fall', ['Fall “100%” sale']],
  ['off  SONS', [`O'Neill\\Sons`]],
  ['sale sons', []],
  ['secret', []],
  [' ', ['Fall “100%” sale', `O'Neill\\Sons`, 'Under_score']],
])('the search finds %o in titles and codes', async (search, titles) => {
  await build({ title: 'Under_score', description: 'secret' })
  await build({ title: `O'Neill\\Sons`, code: 'FIVE5%OFF' })
  await build({ title: 'Fall “100%” sale' })
  const reply = await reader.get(`/api/promotions?search=${encodeURIComponent(search)}`)
  expect(reply.json<PromotionRow[]>().map(({ title }) => title)).toEqual(titles)
  expect(Number(reply.headers['x-total-count'])).toBe(titles.length)
})

it('the list filters by the same states as the badge shows', async () => {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const starts = [null, at(-10), at(0), at(1)]
  const ends = [null, at(-5), at(0), at(2)]
  const uses = [
    { maxRedemptions: null, redemptionCount: 3 },
    { maxRedemptions: 3, redemptionCount: 2 },
    { maxRedemptions: 3, redemptionCount: 3 },
  ]
  const windows = starts
    .flatMap((startsAt) => ends.map((endsAt) => ({ startsAt, endsAt })))
    .filter(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt)
  const all = windows.flatMap((window) =>
    uses.flatMap((use) => [true, false].map((isActive) => ({ ...window, ...use, isActive }))),
  )
  for (const given of all) await build(given)
  let listed = 0
  for (const state of promotionStates) {
    const reply = await reader.get(`/api/promotions?limit=500&state=${state}`)
    const rows = reply.json<PromotionRow[]>()
    expect(new Set(rows.map((row) => promotionState(row, now)))).toEqual(new Set([state]))
    expect(Number(reply.headers['x-total-count'])).toBe(rows.length)
    listed += rows.length
  }
  expect(listed).toBe(all.length)
})

it('the list filters by state and text together', async () => {
  await build({ title: 'Fall', isActive: false })
  await build({ title: 'Fall again' })
  await build({ title: 'Spring' })
  const reply = await reader.get('/api/promotions?search=fall&state=active')
  expect(reply.json()).toMatchObject([{ title: 'Fall again' }])
})
