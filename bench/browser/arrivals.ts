import { type Arrival, type Laptop, timeArrival } from './page.ts'
import { bareRow } from '../baselines/bare-page.ts'
import { median } from '../harness/measure.ts'
import { figure, figureAgainst, type Figure } from '../harness/report.ts'

const rounds = 5
const mostRoundsMs = 10_000
const mostMs = { warm: 1_500, cold: 2_500 }
const mostTimesBare = { warm: 6, cold: 9 }

/** What stands in the place of a list that has nothing. */
const nothing = 'main p.text-balance'

type Screen = { what: string; path: string; row: string; press?: string; api?: string }

/** Where each screen has its first row or figure, and what its bare page asks for. */
const screens: readonly Screen[] = [
  { what: 'dashboard', path: '/dashboard', row: 'main tbody tr a' },
  { what: 'orders', path: '/orders', row: 'main h2[id^="order-0"]', api: '/api/orders' },
  { what: 'products', path: '/products', row: 'main h2[id^="product-"]', api: '/api/products' },
  { what: 'inventory', path: '/inventory', row: 'main tbody tr a', api: '/api/inventory' },
  { what: 'channels', path: '/channels', row: 'main h2[id^="channel-"]' },
  { what: 'promotions', path: '/promotions', row: `main h2[id^="promotion-"], ${nothing}` },
  { what: 'notifications', path: '/notifications', row: `main tbody tr a, ${nothing}` },
  { what: 'reports', path: '/reports', row: 'main dl dd a' },
  { what: 'sheet', path: '/sheet-view', row: 'main [role=gridcell]', press: 'Enable Sheet View' },
]

/** With what the browser has kept of earlier visits, and without. */
export async function measureArrivals(laptop: Laptop, url: string, bareUrl: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, path, api, ...wanted } of screens) {
    const ways: Record<string, Arrival> = { ours: { address: url + path, ...wanted } }
    if (api) ways['bare'] = { address: `${bareUrl}/?${api}`, row: bareRow }
    const times = await visitInTurns(laptop, ways)
    for (const cache of ['warm', 'cold'] as const) {
      const visits = times[cache]['ours'] ?? []
      const ours = median(visits)
      const measured = { what: `${what} to work with, ${cache} cache`, ours, unit: 'ms' }
      figures.push(figure({ ...measured, atMost: mostMs[cache], note: `throttled, median of ${visits.length}` }))
      const bare = times[cache]['bare']
      if (bare) figures.push(figureAgainst('bare page', median(bare), { ...measured, atMost: mostTimesBare[cache] }))
    }
  }
  return figures
}

type Times = Record<'warm' | 'cold', Record<string, number[]>>

async function visitInTurns({ page, developerTools }: Laptop, ways: Record<string, Arrival>): Promise<Times> {
  const visit = (arrival: Arrival) => timeArrival(page, arrival)
  const visitAnew = async (arrival: Arrival) => {
    await developerTools.send('Network.clearBrowserCache')
    return visit(arrival)
  }
  return { cold: await takeRounds(ways, visitAnew), warm: await takeRounds(ways, visit) }
}

/** The first round only fills caches. There are fewer where a page takes so long that the run would never end. */
async function takeRounds(ways: Record<string, Arrival>, visit: (arrival: Arrival) => Promise<number>) {
  const times: Record<string, number[]> = {}
  const end = performance.now() + mostRoundsMs
  for (let round = 0; round <= rounds && (round < 2 || performance.now() < end); round += 1) {
    for (const [name, arrival] of Object.entries(ways)) {
      const time = await visit(arrival)
      if (round > 0) times[name] = [...(times[name] ?? []), time]
    }
  }
  return times
}
